import { Controller, Get } from '@nestjs/common';
import { Query } from '../../../shared/fields/query.js';
import { ApiTags } from '@nestjs/swagger';
import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { SessionId } from '../../../sessions/session-id.js';
import { EquityAnswer, EquityQuery } from '../equity/equity.dto.js';
import { FillsAnswer, FillsQuery } from '../fills/fills.dto.js';
import { TimingAnswer, TimingQuery } from '../timing/timing.dto.js';
import { AnalysisRoute } from './analysis-route.js';
import { EquityService } from './equity.service.js';
import { FillsService } from './fills.service.js';
import { TimingService } from './timing.service.js';

/** Routes of the analyses that check the results of a session against the candles. */
@ApiTags('Review')
@Controller('sessions/:id/analysis')
export class EvidenceController {
  constructor(
    private readonly equityService: EquityService,
    private readonly fillsService: FillsService,
    private readonly timingService: TimingService,
  ) {}

  /**
   * Get the equity of a session with open trades at market prices
   * @remarks Shows how far the account may have fallen between the exits. The bounds are true whatever happened within
   * the 1m bars. Missing candles are loaded first, as for excursions.
   */
  @Get('equity')
  @AnalysisRoute(EquityAnswer)
  equity(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: EquityQuery,
  ): Promise<TaggedJson> {
    return this.equityService.get({ ...request, sessionId, query });
  }

  /**
   * Get doubts about the fills of a session's trades
   * @remarks Lists prices that were not traded, fills without volume, and stops and targets that were reached before
   * the exit. Missing candles are loaded first, as for excursions.
   */
  @Get('fills')
  @AnalysisRoute(FillsAnswer)
  fills(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: FillsQuery,
  ): Promise<TaggedJson> {
    return this.fillsService.get({ ...request, sessionId, query });
  }

  /**
   * Get whether random entries would have done as well
   * @remarks Shifts all entries of the session by random times and compares the results. A small p value means that the
   * real entries are better than chance.
   */
  @Get('timing')
  @AnalysisRoute(TimingAnswer, 'VALIDATION_FAILED')
  timing(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: TimingQuery,
  ): Promise<TaggedJson> {
    return this.timingService.get({ ...request, sessionId, query });
  }
}
