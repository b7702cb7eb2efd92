import { Controller, Get } from '@nestjs/common';
import { Query } from '../../shared/fields/query.js';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AuditLog } from '../../platform/auth/audit-log.js';
import type { Caller } from '../../platform/audit/author.js';
import { ByCaller } from '../../platform/auth/principal.js';
import { ApiProblems } from '../../shared/problems/api-problems.js';
import { Download } from '../../platform/http/download.js';
import { SessionId } from '../../sessions/session-id.js';
import { EXPORT_FORMATS } from './export-format.js';
import { ExportQuery } from './export.dto.js';
import { ExportService } from './export.service.js';

const FILE = { schema: { type: 'string', format: 'binary' } };

@ApiTags('Review')
@Controller('sessions/:id/trades/export')
export class ExportController {
  constructor(
    private readonly exports: ExportService,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Export all trades of a session as a file
   * @remarks The file contains the trades in trade order, with every field. A csv or ndjson file can be imported again.
   * A Parquet file has typed columns for analyses. If the trades change while they are read, the connection is closed,
   * so a file that breaks off is not complete. The export is recorded in the audit log before its first byte is sent.
   */
  @Get()
  @ApiOkResponse({
    description: 'The file',
    content: { 'text/csv': FILE, 'application/x-ndjson': FILE, 'application/vnd.apache.parquet': FILE },
    headers: { 'Content-Disposition': { description: 'Contains the file name', schema: { type: 'string' } } },
  })
  @ApiProblems('SESSION_NOT_FOUND', 'SESSION_CHANGED', 'BUSY')
  async export(
    @ByCaller() caller: Caller,
    @SessionId() id: string,
    @Query() { format }: ExportQuery,
  ): Promise<Download> {
    const { tradeCount, parts } = await this.exports.start(caller.workspaceId, id, format);
    const file = { contentType: EXPORT_FORMATS[format].contentType, name: `trades-${id}.${format}` };
    const record = () =>
      this.audit.record(caller, { action: 'trades.export', resourceId: id, count: tradeCount });
    return new Download(parts, file, record);
  }
}
