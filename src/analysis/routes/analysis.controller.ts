import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { sendTagged } from '../../http/tagged-json.js';
import { SessionId } from '../../sessions/session-id.js';
import { AnalysisService } from './analysis.service.js';
import { AnalysisOf, AskedBy, type Asker } from './analysis-of.js';
import { BreakdownAnswer, BreakdownQuery } from '../breakdown/breakdown.dto.js';
import { CalendarAnswer, CalendarQuery } from '../calendar/calendar.dto.js';
import { ConfidenceAnswer, ConfidenceQuery } from '../confidence/confidence.dto.js';
import { MonteCarloAnswer, MonteCarloQuery } from '../monte-carlo/monte-carlo.dto.js';
import { RiskAnswer, RiskQuery } from '../risk/risk.dto.js';

@ApiTags('analysis')
@Controller('sessions/:id/analysis')
export class AnalysisController {
  constructor(private readonly analysis: AnalysisService) {}

  /**
   * Get figures per group of a session's trades
   * @remarks Groups the trades by side, symbol, tag, hour, weekday, month, holding time or outcome. There is no
   * significance test per group: of 24 hours, one is likely to be "significant" by chance.
   */
  @Get('breakdown')
  @AnalysisOf(BreakdownAnswer)
  async breakdown(
    @AskedBy() asker: Asker,
    @SessionId() sessionId: string,
    @Query() query: BreakdownQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendTagged(response, (client) => this.analysis.breakdown({ ...asker, sessionId, query, client }));
  }

  /**
   * Get the results of a session by day and month
   * @remarks Returns the days and months in which trades closed, in the session's `accountTimezone`.
   */
  @Get('calendar')
  @AnalysisOf(CalendarAnswer)
  async calendar(
    @AskedBy() asker: Asker,
    @SessionId() sessionId: string,
    @Query() query: CalendarQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendTagged(response, (client) => this.analysis.calendar({ ...asker, sessionId, query, client }));
  }

  /**
   * Get confidence intervals of four figures of a session
   * @remarks The intervals contain the true value with the probability `level`, if the trades are independent. The
   * greatest drawdown has no interval, see monte-carlo.
   */
  @Get('confidence')
  @AnalysisOf(ConfidenceAnswer)
  async confidence(
    @AskedBy() asker: Asker,
    @SessionId() sessionId: string,
    @Query() query: ConfidenceQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendTagged(response, (client) => this.analysis.confidence({ ...asker, sessionId, query, client }));
  }

  /**
   * Get random paths of a session's trades
   * @remarks Shows how widely the final equity spreads, how deep the equity falls, and how many paths are ruined.
   */
  @Get('monte-carlo')
  @AnalysisOf(MonteCarloAnswer)
  async monteCarlo(
    @AskedBy() asker: Asker,
    @SessionId() sessionId: string,
    @Query() query: MonteCarloQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendTagged(response, (client) => this.analysis.monteCarlo({ ...asker, sessionId, query, client }));
  }

  /**
   * Get the risk and return of a session
   * @remarks Daily returns in the session's `accountTimezone`, figures per trade, drawdowns and exposure.
   */
  @Get('risk')
  @AnalysisOf(RiskAnswer)
  async risk(
    @AskedBy() asker: Asker,
    @SessionId() sessionId: string,
    @Query() query: RiskQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendTagged(response, (client) => this.analysis.risk({ ...asker, sessionId, query, client }));
  }
}
