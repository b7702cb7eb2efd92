import { Controller, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Caller } from '../../audit/author.js';
import { Callers } from '../../auth/requests/callers.js';
import { ByCaller } from '../../auth/principal.js';
import { ApiProblems } from '../../problems/api-problems.js';
import { OwnBody } from '../../http/json-body.guard.js';
import { sendJson } from '../../http/send-json.js';
import { unlessGone } from '../../http/unless-gone.js';
import { SessionId } from '../../sessions/session-id.js';
import { FileImportsService } from './file-imports.service.js';
import { ImportAnswer, ImportPreviewAnswer, ImportQuery } from './import.dto.js';
import { FILE_TYPES, receivedBody } from './received-body.js';
import { ReceivedFiles } from './received-files.service.js';

@ApiTags('trades')
@Controller('sessions/:id/trades/import')
export class FileImportsController {
  constructor(
    private readonly imports: FileImportsService,
    private readonly files: ReceivedFiles,
    private readonly callers: Callers,
  ) {}

  /**
   * Import the trades of a file
   * @remarks Accepts csv, JSON, or a zip with one of them, written by a backtesting tool or by this service. All of
   * its trades are stored, or none. Importing a file again stores nothing. With `preview=true` nothing is written.
   */
  @Post()
  @OwnBody()
  @ApiConsumes(...FILE_TYPES)
  @ApiBody({ description: 'The file', schema: { type: 'string', format: 'binary' } })
  @ApiCreatedResponse({ type: ImportAnswer })
  @ApiOkResponse({ type: ImportPreviewAnswer, description: 'With `preview=true`' })
  @ApiProblems(
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
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const receive = receivedBody(request, response, this.files.mostBytes);
    const answer = await unlessGone<ImportAnswer | ImportPreviewAnswer>(response, ({ signal }) => {
      const requireStill = () => this.callers.requireStill(request);
      const file = { workspaceId: caller.workspaceId, sessionId, options, receive, requireStill, signal };
      return preview === 'true'
        ? this.imports.preview(file, breakEvenThreshold)
        : this.imports.import(caller, file);
    });
    if (!answer) return;
    response.status('inserted' in answer ? 201 : 200);
    sendJson(response, [Buffer.from(JSON.stringify(answer))]);
  }
}
