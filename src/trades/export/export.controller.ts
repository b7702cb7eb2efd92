import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { WorkspaceId } from '../../auth/principal.js';
import { ApiProblems } from '../../problems/api-problems.js';
import { Download } from '../../http/download.js';
import { SessionId } from '../../sessions/session-id.js';
import { EXPORT_FORMATS } from './export-format.js';
import { ExportQuery } from './export.dto.js';
import { ExportService } from './export.service.js';

const FILE = { schema: { type: 'string', format: 'binary' } };

@ApiTags('trades')
@Controller('sessions/:id/trades/export')
export class ExportController {
  constructor(private readonly exports: ExportService) {}

  /**
   * Export all trades of a session as a file
   * @remarks In trade order, with every field of the trades. The file can be imported again. If the trades change
   * while they are read, the connection is closed, so a file that breaks off is not complete.
   */
  @Get()
  @ApiOkResponse({
    description: 'The file',
    content: { 'text/csv': FILE, 'application/x-ndjson': FILE },
    headers: { 'Content-Disposition': { description: 'Contains the file name', schema: { type: 'string' } } },
  })
  @ApiProblems('SESSION_NOT_FOUND', 'SESSION_CHANGED', 'BUSY')
  export(
    @WorkspaceId() workspaceId: string,
    @SessionId() id: string,
    @Query() { format }: ExportQuery,
  ): Download {
    const { contentType } = EXPORT_FORMATS[format];
    const parts = this.exports.parts(workspaceId, id, format);
    return new Download(parts, { contentType, name: `trades-${id}.${format}` });
  }
}
