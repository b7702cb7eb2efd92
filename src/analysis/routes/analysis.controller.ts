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
   * Get the figures of a session's trades in groups
   * @remarks By side, symbol, tag, hour, weekday, month, holding time or outcome. There is no test of significance per group:
   * of 24 hours one is "significant" by chance.
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
   * @remarks Days and months of the session's `accountTimezone` in which trades closed.
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
   * Get how far figures of a session may be off by chance
   * @remarks Intervals that hold the true value with the probability `level`, if the trades are independent of each other. There
   * is none for the greatest drawdown, see monte-carlo.
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
   * Get what else the trades of a session could have made
   * @remarks Random paths of its trades: how far the equity spreads, how deep it falls, and how many paths are ruined.
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
   * Get what a session risked, and what it earned for that
   * @remarks Returns by local days of the session's `accountTimezone`, figures of the single trades, drawdowns and exposure.
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
