import { Controller, Get } from '@nestjs/common';
import { Query } from '../../../shared/fields/query.js';
import { ApiTags } from '@nestjs/swagger';
import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { SessionId } from '../../../sessions/session-id.js';
import { AnalysisService } from './analysis.service.js';
import { AnalysisRoute } from './analysis-route.js';
import { BreakdownAnswer, BreakdownQuery } from '../breakdown/breakdown.dto.js';
import { CalendarAnswer, CalendarQuery } from '../calendar/calendar.dto.js';
import { ConfidenceAnswer, ConfidenceQuery } from '../confidence/confidence.dto.js';
import { CostsAnswer, CostsQuery } from '../costs/costs.dto.js';
import { MonteCarloAnswer, MonteCarloQuery } from '../monte-carlo/monte-carlo.dto.js';
import { SliceFiguresAnswer, SliceFiguresQuery } from '../slice-figures/slice-figures.dto.js';
import { SizingAnswer, SizingQuery } from '../sizing/sizing.dto.js';
import { RiskAnswer, RiskQuery } from '../risk/risk.dto.js';

@ApiTags('Review')
@Controller('sessions/:id/analysis')
export class AnalysisController {
  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get figures per group of a session's trades
   * @remarks Groups the trades by side, symbol, tag, hour, weekday, month, holding time or outcome. There is no
   * significance test per group: with 24 hours, one hour is likely to be "significant" by chance.
   */
  @Get('breakdown')
  @AnalysisRoute(BreakdownAnswer)
  breakdown(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: BreakdownQuery,
  ): Promise<TaggedJson> {
    return this.analysis.breakdown({ ...request, sessionId, query });
  }

  /**
   * Get the results of a session by day, month and year
   * @remarks Returns the days, months and years in which trades closed, in the session's `accountTimezone`.
   */
  @Get('calendar')
  @AnalysisRoute(CalendarAnswer)
  calendar(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: CalendarQuery,
  ): Promise<TaggedJson> {
    return this.analysis.calendar({ ...request, sessionId, query });
  }

  /**
   * Get confidence intervals of four figures of a session
   * @remarks An interval contains the true value with the probability `level` if the trades are independent. The
   * greatest drawdown has no interval; `monte-carlo` shows how much it varies.
   */
  @Get('confidence')
  @AnalysisRoute(ConfidenceAnswer)
  confidence(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: ConfidenceQuery,
  ): Promise<TaggedJson> {
    return this.analysis.confidence({ ...request, sessionId, query });
  }

  /**
   * Get the results of a session's trades at other costs
   * @remarks Shows which share of the result before costs the costs take, and how far the costs may rise before no
   * profit is left.
   */
  @Get('costs')
  @AnalysisRoute(CostsAnswer)
  costs(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: CostsQuery,
  ): Promise<TaggedJson> {
    return this.analysis.costs({ ...request, sessionId, query });
  }

  /**
   * Get the figures of some of a session's trades
   * @remarks Returns the statistics of the trades that meet the filters. With `compare=rest`, also returns the
   * statistics of the other trades, and a permutation test of the difference between the two means.
   */
  @Get('figures')
  @AnalysisRoute(SliceFiguresAnswer)
  figures(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: SliceFiguresQuery,
  ): Promise<TaggedJson> {
    return this.analysis.figures({ ...request, sessionId, query });
  }

  /**
   * Get random paths of a session's trades
   * @remarks Shows how widely the final equity spreads, how deep the equity falls, and how many paths are ruined.
   */
  @Get('monte-carlo')
  @AnalysisRoute(MonteCarloAnswer)
  monteCarlo(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: MonteCarloQuery,
  ): Promise<TaggedJson> {
    return this.analysis.monteCarlo({ ...request, sessionId, query });
  }

  /**
   * Get the risk and return of a session
   * @remarks Returns figures of the daily returns in the session's `accountTimezone`, figures per trade, drawdowns and
   * exposure.
   */
  @Get('risk')
  @AnalysisRoute(RiskAnswer)
  risk(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: RiskQuery,
  ): Promise<TaggedJson> {
    return this.analysis.risk({ ...request, sessionId, query });
  }

  /**
   * Get the account of a session with other position sizes
   * @remarks Recomputes the account as if every trade had risked the same share of the equity at its entry, or as if
   * the notional of every trade had been the same share of this equity. Also returns the share with the fastest growth.
   */
  @Get('sizing')
  @AnalysisRoute(SizingAnswer)
  sizing(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: SizingQuery,
  ): Promise<TaggedJson> {
    return this.analysis.sizing({ ...request, sessionId, query });
  }
}
