import { Controller, Get } from '@nestjs/common';
import { Query } from '../../../shared/fields/query.js';
import { ApiTags } from '@nestjs/swagger';
import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { SessionId } from '../../../sessions/session-id.js';
import { AnalysisRoute } from './analysis-route.js';
import { ExcursionsAnswer, ExcursionsQuery } from '../excursions/excursions.dto.js';
import { ExcursionsService } from './excursions.service.js';
import { ExitsAnswer, ExitsQuery } from '../exits/exits.dto.js';
import { ExitsService } from './exits.service.js';
import { TimestampsAnswer } from '../timestamps/timestamps.dto.js';
import { TimestampsService } from './timestamps.service.js';

/** Routes of the analyses that need the trades and the candles around the trades. */
@ApiTags('Review')
@Controller('sessions/:id/analysis')
export class CandleAnalysisController {
  constructor(
    private readonly excursionsService: ExcursionsService,
    private readonly exitsService: ExitsService,
    private readonly timestampsService: TimestampsService,
  ) {}

  /**
   * Get how far price moved for and against each trade
   * @remarks Missing candles are loaded first. The request waits for them only briefly. If they are not loaded by then,
   * the state is `pending` and the response has no `ETag`.
   */
  @Get('excursions')
  @AnalysisRoute(ExcursionsAnswer)
  excursions(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: ExcursionsQuery,
  ): Promise<TaggedJson> {
    return this.excursionsService.get({ ...request, sessionId, query });
  }

  /**
   * Get the results the trades would have had with other exits
   * @remarks Returns a grid of targets and stops. Trades are followed over the window of the ideal-R analysis, so the
   * session must be finished. The best cell of a grid is overfitted: look for a region of good cells instead.
   */
  @Get('exits')
  @AnalysisRoute(ExitsAnswer)
  exits(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: ExitsQuery,
  ): Promise<TaggedJson> {
    return this.exitsService.get({ ...request, sessionId, query });
  }

  /**
   * Get whether the times of the trades fit the candles
   * @remarks Uses only stored candles, and loads no candles.
   */
  @Get('timestamps')
  @AnalysisRoute(TimestampsAnswer)
  timestamps(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
  ): Promise<TaggedJson> {
    return this.timestampsService.get({ ...request, sessionId, query: {} });
  }
}
