import { Controller, Post, Req, Res } from '@nestjs/common';
import { Query } from '../../../shared/fields/query.js';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Caller } from '../../../platform/audit/author.js';
import { Callers } from '../../../platform/auth/requests/callers.js';
import { ByCaller } from '../../../platform/auth/principal.js';
import { ApiProblems } from '../../../shared/problems/api-problems.js';
import { OwnBody } from '../../../platform/http/json-body.guard.js';
import { Client } from '../../../platform/http/client.js';
import { SessionId } from '../../../sessions/session-id.js';
import { FileImportsService } from './file-imports.service.js';
import { ImportAnswer, ImportPreviewAnswer, ImportQuery } from './import.dto.js';
import { receivedBody } from '../../../platform/http/received-body.js';
import { FILE_TYPES } from './file-types.js';
import { ReceivedFilesService } from './received-files.service.js';

@ApiTags('Review')
@Controller('sessions/:id/trades/import')
export class FileImportsController {
  constructor(
    private readonly imports: FileImportsService,
    private readonly files: ReceivedFilesService,
    private readonly callers: Callers,
  ) {}

  /**
   * Import the trades of a file
   * @remarks Accepts csv, JSON, an Excel workbook (xlsx), an HTML report, or a zip with one such file, written by a
   * backtesting tool or by this service. Either all trades of the file are stored or none. Importing a file again
   * stores nothing. With `preview=true` nothing is written.
   */
  @Post()
  @OwnBody()
  @ApiConsumes(...FILE_TYPES)
  @ApiBody({ description: 'The file', schema: { type: 'string', format: 'binary' } })
  @ApiCreatedResponse({ type: ImportAnswer })
  @ApiOkResponse({ type: ImportPreviewAnswer, description: 'With `preview=true`' })
  @ApiProblems(
    'MONEY_UNCLEAR',
    'SESSION_NOT_FOUND',
    'SESSION_FINISHED',
    'CLIENT_ID_CONFLICT',
    'QUOTA_TRADES',
    'QUOTA_STATISTICS',
    'BUSY',
    'STORAGE_FULL',
  )
  async import(
    @ByCaller() caller: Caller,
    @SessionId() sessionId: string,
    @Query() { breakEvenThreshold, preview, ...options }: ImportQuery,
    @Client() { signal }: Client,
    @Req() request: Request,
    // The response is needed here to send a 100 Continue, and because the status depends on the query.
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImportAnswer | ImportPreviewAnswer> {
    const receive = receivedBody(request, response, { types: FILE_TYPES, mostBytes: this.files.mostBytes });
    const requireStill = () => this.callers.requireStill(request);
    const file = { workspaceId: caller.workspaceId, sessionId, options, receive, requireStill, signal };
    if (preview !== 'true') return this.imports.import(caller, file);
    response.status(200);
    return this.imports.preview(file, breakEvenThreshold);
  }
}
