import { Body, Controller, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { WorkspaceId } from '../../auth/principal.js';
import { ApiProblems } from '../../problems/api-problems.js';
import { sendJson } from '../../http/send-json.js';
import { unlessGone } from '../../http/unless-gone.js';
import { SessionId } from '../../sessions/session-id.js';
import { StatsQuery } from '../../stats/stats.dto.js';
import { ImportsService } from './imports.service.js';
import { PreviewAnswer, PreviewTradesDto } from './preview.dto.js';

@ApiTags('trades')
@Controller('sessions/:id/trades')
export class PreviewController {
  constructor(private readonly imports: ImportsService) {}

  /**
   * Dry-run an ingest
   * @remarks Takes the body of an ingest and writes nothing. Each row gets a verdict, even if it is invalid; only a
   * request that is malformed as a whole is refused. An ingest stores all rows or none: all of them if no row is
   * `conflict` or `invalid`.
   */
  @Post('preview')
  @HttpCode(200)
  @ApiOkResponse({ type: PreviewAnswer })
  @ApiProblems('SESSION_NOT_FOUND', 'QUOTA_STATISTICS', 'BUSY')
  async preview(
    @WorkspaceId() workspaceId: string,
    @SessionId() id: string,
    @Body() { trades }: PreviewTradesDto,
    @Query() { breakEvenThreshold }: StatsQuery,
    @Res() response: Response,
  ): Promise<void> {
    const answer = await unlessGone(response, ({ signal }) =>
      this.imports.preview(workspaceId, id, trades, breakEvenThreshold, signal),
    );
    if (answer) sendJson(response, [Buffer.from(JSON.stringify(answer))]);
  }
}
