import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Query } from '../../../shared/fields/query.js';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { WorkspaceId } from '../../../platform/auth/principal.js';
import { ApiProblems } from '../../../shared/problems/api-problems.js';
import { Client } from '../../../platform/http/client.js';
import { SessionId } from '../../../sessions/session-id.js';
import { StatsQuery } from '../../../stats/stats.dto.js';
import { ImportsService } from './imports.service.js';
import { PreviewAnswer, PreviewTradesDto } from './preview.dto.js';

@ApiTags('Replay')
@Controller('sessions/:id/trades')
export class PreviewController {
  constructor(private readonly imports: ImportsService) {}

  /**
   * Dry-run an ingest
   * @remarks Takes the body of an ingest and writes nothing. Each row gets a verdict, even if it is invalid; only a
   * request that is malformed as a whole is refused. An ingest stores all rows if no row is `conflict` or `invalid`,
   * and otherwise stores none.
   */
  @Post('preview')
  @HttpCode(200)
  @ApiOkResponse({ type: PreviewAnswer })
  @ApiProblems('SESSION_NOT_FOUND', 'QUOTA_STATISTICS', 'BUSY')
  preview(
    @WorkspaceId() workspaceId: string,
    @SessionId() id: string,
    @Body() { trades }: PreviewTradesDto,
    @Query() { breakEvenThreshold }: StatsQuery,
    @Client() { signal }: Client,
  ): Promise<PreviewAnswer> {
    return this.imports.preview(workspaceId, id, trades, breakEvenThreshold, signal);
  }
}
