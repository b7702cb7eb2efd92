import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WorkspaceId } from '../../../platform/auth/principal.js';
import { Callers } from '../../../platform/auth/requests/callers.js';
import { Client } from '../../../platform/http/client.js';
import { OwnBody } from '../../../platform/http/json-body.guard.js';
import { Query } from '../../../shared/fields/query.js';
import { ApiProblems } from '../../../shared/problems/api-problems.js';
import { receivedBody } from '../../../platform/http/received-body.js';
import { FILE_TYPES } from '../routes/file-types.js';
import { ReceivedFilesService } from '../routes/received-files.service.js';
import { RunImportQuery } from './run-import.dto.js';
import { FilePreviewAnswer } from './run-preview.dto.js';
import { RunPreviewsService } from './run-previews.service.js';
import { uploadedNameOf } from './uploaded-name-of.js';

@ApiTags('Research')
@Controller('imports/preview')
export class FilePreviewController {
  constructor(
    private readonly previews: RunPreviewsService,
    private readonly files: ReceivedFilesService,
    private readonly callers: Callers,
  ) {}

  /**
   * Preview a file without a project
   * @remarks Accepts the files and the parameters of an import as sessions, and writes nothing. The response is that of
   * a preview in a project without sessions. `missing` names what the project would give.
   */
  @Post()
  @HttpCode(200)
  @OwnBody()
  @ApiConsumes(...FILE_TYPES)
  @ApiBody({ description: 'The file', schema: { type: 'string', format: 'binary' } })
  @ApiOkResponse({ type: FilePreviewAnswer })
  @ApiProblems('QUOTA_STATISTICS', 'BUSY', 'STORAGE_FULL')
  preview(
    @WorkspaceId() workspaceId: string,
    @Query() { breakEvenThreshold, fileName, ...parameters }: RunImportQuery,
    @Client() { signal }: Client,
    @Req() request: Request,
    // The response is needed to send a 100 Continue.
    @Res({ passthrough: true }) response: Response,
  ): Promise<FilePreviewAnswer> {
    const file = {
      workspaceId,
      options: parameters,
      parameters,
      sent: {},
      fileName: fileName ?? uploadedNameOf(request.headers['content-disposition']),
      receive: receivedBody(request, response, { types: FILE_TYPES, mostBytes: this.files.mostBytes }),
      requireStill: () => this.callers.requireStill(request),
      signal,
    };
    return this.previews.previewAlone(file, breakEvenThreshold);
  }
}
