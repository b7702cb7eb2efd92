import { Controller, Post, Req, Res } from '@nestjs/common';
import { Query } from '../../../shared/fields/query.js';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Caller } from '../../../platform/audit/author.js';
import { ByCaller } from '../../../platform/auth/principal.js';
import { Callers } from '../../../platform/auth/requests/callers.js';
import { Client } from '../../../platform/http/client.js';
import { OwnBody } from '../../../platform/http/json-body.guard.js';
import { AsCreation, type Creation, Idempotent } from '../../../platform/idempotency/idempotent.js';
import { ApiProblems } from '../../../shared/problems/api-problems.js';
import { ProjectId } from '../../../projects/project-id.js';
import { receivedBody } from '../../../platform/http/received-body.js';
import { FILE_TYPES } from '../routes/file-types.js';
import { ReceivedFilesService } from '../routes/received-files.service.js';
import { uploadedNameOf } from './uploaded-name-of.js';
import { RunImportAnswer, RunImportQuery } from './run-import.dto.js';
import { RunPreviewAnswer } from './run-preview.dto.js';
import { RunImportsService } from './run-imports.service.js';
import { RunPreviewsService } from './run-previews.service.js';

@ApiTags('Research')
@Controller('projects/:id/import')
export class RunImportsController {
  constructor(
    private readonly imports: RunImportsService,
    private readonly previews: RunPreviewsService,
    private readonly files: ReceivedFilesService,
    private readonly callers: Callers,
  ) {}

  /**
   * Import a file as a session
   * @remarks Accepts the same files as the import of trades, and also creates the session. A freqtrade result becomes
   * one session for each strategy. Either everything is stored, or nothing. The properties of the session are read from
   * the file. Parameters have priority over the file, and a 400 names all missing parameters. If the same file is sent
   * again with the same parameters, the response contains the session that the first import created. With
   * `preview=true` nothing is written.
   */
  @Post()
  @OwnBody()
  @Idempotent()
  @ApiConsumes(...FILE_TYPES)
  @ApiBody({ description: 'The file', schema: { type: 'string', format: 'binary' } })
  @ApiExtraModels(RunImportAnswer, RunPreviewAnswer)
  @ApiCreatedResponse({ type: RunImportAnswer })
  @ApiOkResponse({
    description: 'If no session is new; or, with `preview=true`, what the import would make',
    schema: { oneOf: [RunImportAnswer, RunPreviewAnswer].map((type) => ({ $ref: getSchemaPath(type) })) },
  })
  @ApiProblems(
    'MONEY_UNCLEAR',
    'PROJECT_NOT_FOUND',
    'QUOTA_SESSIONS',
    'QUOTA_TRADES',
    'QUOTA_STATISTICS',
    'IDEMPOTENCY_KEY_REUSED',
    'BUSY',
    'STORAGE_FULL',
  )
  async import(
    @ByCaller() caller: Caller,
    @ProjectId() projectId: string,
    @Query() query: RunImportQuery,
    @AsCreation() creation: Creation,
    @Client() { signal }: Client,
    @Req() request: Request,
    // The response is needed here to send a 100 Continue, and because the status depends on the result.
    @Res({ passthrough: true }) response: Response,
  ): Promise<RunImportAnswer | RunPreviewAnswer> {
    const { breakEvenThreshold, preview, finish, fileName, ...parameters } = query;
    const file = {
      workspaceId: caller.workspaceId,
      projectId,
      options: parameters,
      parameters,
      sent: { ...request.query },
      fileName: fileName ?? uploadedNameOf(request.headers['content-disposition']),
      receive: receivedBody(request, response, { types: FILE_TYPES, mostBytes: this.files.mostBytes }),
      requireStill: () => this.callers.requireStill(request),
      signal,
    };
    if (preview === 'true') {
      response.status(200);
      return this.previews.preview(file, breakEvenThreshold);
    }
    const answer = await this.imports.import(caller, file, creation, finish === 'true');
    response.status(answer.sessions.some(({ created }) => created) ? 201 : 200);
    return answer;
  }
}
