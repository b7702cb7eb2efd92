import { Injectable } from '@nestjs/common';
import { type AuditEntry, type AuditFilter, type AuditPosition, AuditStore } from '../audit/audit.store.js';
import { Cursors } from '../../shared/fields/cursor.js';
import { isId } from '../../shared/fields/ids.js';
import { validationProblem } from '../../shared/problems/problem.js';
import { AUDIT_CSV_HEADER, auditCsvLine } from './audit-csv.js';
import { type AuditAnswer, toAuditEntryDto } from './audit.dto.js';
import type { AuditQuery } from './audit-query.dto.js';

/** Number of entries that one statement reads for a file. */
const FILE_PAGE = 500;

/** Reads the audit log of a workspace. */
@Injectable()
export class AuditService {
  constructor(private readonly store: AuditStore) {}

  /** @throws Problem VALIDATION_FAILED for a cursor of another list */
  async list(
    workspaceId: string,
    { count, cursor, format: _format, ...filters }: AuditQuery,
  ): Promise<AuditAnswer> {
    const cursors = new Cursors({ route: 'GET /audit', filters, order: 'newest first' }, ['time', 'id']);
    const after = cursor === undefined ? null : cursors.read(cursor);
    const entries = await this.page(workspaceId, filters, after, count + 1);
    const page = entries.slice(0, count);
    const last = entries.length > count ? page.at(-1) : undefined;
    return {
      entries: page.map(toAuditEntryDto),
      nextCursor: last ? cursors.write([last.time, last.id]) : null,
    };
  }

  /**
   * Yields a csv file with all entries that the filters select, newest first, in parts. Between two parts, neither a
   * transaction nor a connection is held. Entries never change, so a file can lack only entries that were removed
   * because of their age while the file was generated.
   * @throws Problem VALIDATION_FAILED for a cursor, with the first part
   */
  async *csvParts(
    workspaceId: string,
    { count: _count, cursor, format: _format, ...filters }: AuditQuery,
  ): AsyncGenerator<Buffer> {
    if (cursor !== undefined)
      throw validationProblem([{ field: 'cursor', message: 'must not be sent with the format csv' }]);
    let start = AUDIT_CSV_HEADER;
    let after: AuditPosition | null = null;
    for (;;) {
      const entries: AuditEntry[] = await this.page(workspaceId, filters, after, FILE_PAGE);
      const text = start + entries.map(auditCsvLine).join('');
      if (text !== '') yield Buffer.from(text);
      const last = entries.at(-1);
      if (!last || entries.length < FILE_PAGE) return;
      after = [last.time, last.id];
      start = '';
    }
  }

  private async page(
    workspaceId: string,
    filters: AuditFilter,
    after: AuditPosition | null,
    limit: number,
  ): Promise<AuditEntry[]> {
    const { resourceId } = filters;
    const isNothing = resourceId !== undefined && !isId(resourceId);
    return isNothing ? [] : this.store.page(workspaceId, filters, after, limit);
  }
}
