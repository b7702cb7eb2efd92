import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { WorkspaceId } from '../auth/principal.js';
import { ApiProblems } from '../common/api-problems.js';
import { NoFields } from '../common/no-fields.dto.js';
import { toSessionDto } from '../sessions/session.dto.js';
import { FinishAnswer, StatsAnswer } from './statistics.dto.js';
import { StatsQuery } from './stats-query.dto.js';
import { StatsService } from './stats.service.js';

@ApiTags('stats')
@Controller('sessions/:id')
export class StatsController {
  constructor(private readonly stats: StatsService) {}

  /**
   * Finish a session and get its statistics
   * @remarks A finished session takes no new trade. Finishing it again changes nothing and answers the same.
   */
  @Post('finish')
  @HttpCode(200)
  @ApiBody({ type: NoFields, required: false })
  @ApiOkResponse({ type: FinishAnswer })
  @ApiProblems('body', 'SESSION_NOT_FOUND')
  async finish(
    @WorkspaceId() workspaceId: string,
    @Param('id') id: string,
    @Query() { breakEvenThreshold = 0 }: StatsQuery,
    @Body() _nothing: NoFields,
  ): Promise<FinishAnswer> {
    const { session, assets, stats } = await this.stats.finish(workspaceId, id, breakEvenThreshold);
    return { session: toSessionDto(session, assets), stats };
  }

  /** Get the statistics of a session, finished or not */
  @Get('stats')
  @ApiOkResponse({ type: StatsAnswer })
  @ApiProblems('SESSION_NOT_FOUND')
  async get(
    @WorkspaceId() workspaceId: string,
    @Param('id') id: string,
    @Query() { breakEvenThreshold = 0 }: StatsQuery,
  ): Promise<StatsAnswer> {
    return { stats: await this.stats.get(workspaceId, id, breakEvenThreshold) };
  }
}
