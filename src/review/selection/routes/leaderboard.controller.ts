import { Controller, Get } from '@nestjs/common';
import { Query } from '../../../shared/fields/query.js';
import { ApiTags } from '@nestjs/swagger';
import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { ProjectId } from '../../../projects/project-id.js';
import { GridAnswer, GridQuery } from './grid.dto.js';
import { LeaderboardAnswer, LeaderboardQuery } from './leaderboard.dto.js';
import { LeaderboardService } from './leaderboard.service.js';
import { ParametersAnswer } from './parameters.dto.js';
import { ParametersService } from './parameters.service.js';
import { AnyStudyQuery } from './study-query.dto.js';
import { StudyRoute } from './study-route.js';

@ApiTags('Research')
@Controller('projects/:id')
export class LeaderboardController {
  constructor(
    private readonly rankings: LeaderboardService,
    private readonly list: ParametersService,
  ) {}

  /**
   * Rank the sessions of a study
   * @remarks Returns the sessions that hold trades, sorted by a figure or a parameter. The best of many tries is
   * usually lucky: `selection` shows how likely a session is to be better than the expected best by luck.
   */
  @Get('leaderboard')
  @StudyRoute(LeaderboardAnswer)
  leaderboard(
    @ConditionalRequest() request: ConditionalRequest,
    @ProjectId() projectId: string,
    @Query() query: LeaderboardQuery,
  ): Promise<TaggedJson> {
    return this.rankings.leaderboard({ ...request, projectId, query });
  }

  /**
   * Get a figure by the values of one or two parameters
   * @remarks Each cell shows the values of its neighbours: parameters that work have neighbours that work, too.
   */
  @Get('leaderboard/grid')
  @StudyRoute(GridAnswer)
  grid(
    @ConditionalRequest() request: ConditionalRequest,
    @ProjectId() projectId: string,
    @Query() query: GridQuery,
  ): Promise<TaggedJson> {
    return this.rankings.grid({ ...request, projectId, query });
  }

  /** List the studies and parameters of a project */
  @Get('parameters')
  @StudyRoute(ParametersAnswer)
  parameters(
    @ConditionalRequest() request: ConditionalRequest,
    @ProjectId() projectId: string,
    @Query() query: AnyStudyQuery,
  ): Promise<TaggedJson> {
    return this.list.parameters({ ...request, projectId, query });
  }
}
