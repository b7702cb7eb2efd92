import { Injectable } from '@nestjs/common';
import { AuditStore } from '../audit/audit.store.js';
import { Cursors } from '../fields/cursor.js';
import { isId } from '../fields/ids.js';
import { type AuditAnswer, toAuditEntryDto } from './audit.dto.js';
import type { AuditQuery } from './audit-query.dto.js';

/** Reads the audit log of a workspace. */
@Injectable()
export class AuditService {
  constructor(private readonly store: AuditStore) {}

  /** @throws Problem VALIDATION_FAILED for a cursor of another list */
  async list(workspaceId: string, { count, cursor, ...filters }: AuditQuery): Promise<AuditAnswer> {
    const cursors = new Cursors({ route: 'GET /audit', filters, order: 'newest first' }, ['time', 'id']);
    const after = cursor === undefined ? null : cursors.read(cursor);
    const { resourceId } = filters;
    const isNothing = resourceId !== undefined && !isId(resourceId);
    const entries = isNothing ? [] : await this.store.page(workspaceId, filters, after, count + 1);
    const page = entries.slice(0, count);
    const last = entries.length > count ? page.at(-1) : undefined;
    return {
      entries: page.map(toAuditEntryDto),
      nextCursor: last ? cursors.write([last.time, last.id]) : null,
    };
  }
}
