import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Caller } from '../platform/audit/author.js';
import { ByCaller } from '../platform/auth/principal.js';
import { NeedsScope } from '../platform/auth/requests/api-key.guard.js';
import { Callers } from '../platform/auth/requests/callers.js';
import { Client } from '../platform/http/client.js';
import { OwnBody } from '../platform/http/json-body.guard.js';
import { receivedBody } from '../platform/http/received-body.js';
import { Query } from '../shared/fields/query.js';
import { ApiProblems } from '../shared/problems/api-problems.js';
import { CandleImportAnswer, CandleImportQuery } from './candle-import.dto.js';
import { CandleImportsService } from './candle-imports.service.js';

/** The first bytes of a file tell what it is, so a client that does not know sends `application/octet-stream`. */
const CANDLE_FILE_TYPES = [
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/zip',
  'application/gzip',
  'application/octet-stream',
];

@ApiTags('Replay')
@Controller('candles/import')
export class CandleImportsController {
  constructor(
    private readonly imports: CandleImportsService,
    private readonly callers: Callers,
  ) {}

  /**
   * Import candles
   * @remarks Accepts csv with named columns, the venue's archive and the JSON of freqtrade, also in gzip or in a zip.
   * The whole file is checked before anything is stored. Candles are shared by all workspaces. Importing a file again
   * stores nothing, or completes an import that was interrupted. With `preview=true` nothing is written.
   */
  @Post()
  @NeedsScope('candles')
  @OwnBody()
  @ApiConsumes(...CANDLE_FILE_TYPES)
  @ApiBody({ description: 'The file', schema: { type: 'string', format: 'binary' } })
  @ApiCreatedResponse({ type: CandleImportAnswer })
  @ApiOkResponse({ type: CandleImportAnswer, description: 'If nothing changes; or with `preview=true`' })
  @ApiProblems('CANDLES_DIFFER', 'BUSY', 'STORAGE_FULL')
  async import(
    @ByCaller() caller: Caller,
    @Query() { preview, replace, ...task }: CandleImportQuery,
    @Client() { signal }: Client,
    @Req() request: Request,
    // The response is needed here to send a 100 Continue, and because the status depends on the result.
    @Res({ passthrough: true }) response: Response,
  ): Promise<CandleImportAnswer> {
    const types = CANDLE_FILE_TYPES;
    const { answer, isStored } = await this.imports.import(caller, {
      ...task,
      isPreview: preview === 'true',
      isReplacing: replace === 'true',
      receive: receivedBody(request, response, { types, mostBytes: this.imports.mostBytes }),
      requireStill: () => this.callers.requireStill(request),
      signal,
    });
    response.status(isStored ? 201 : 200);
    return answer;
  }
}
