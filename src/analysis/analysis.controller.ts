import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WorkspaceId } from '../auth/principal.js';
import { sendTagged } from '../http/tagged-json.js';
import { SessionId } from '../sessions/session-id.js';
import { AnalysisService } from './analysis.service.js';
import { AnalysisOf } from './analysis-of.js';
import { BreakdownAnswer, BreakdownQuery } from './breakdown/breakdown.dto.js';
import { CalendarAnswer, CalendarQuery } from './calendar/calendar.dto.js';
import { ConfidenceAnswer, ConfidenceQuery } from './confidence/confidence.dto.js';
import { MonteCarloAnswer, MonteCarloQuery } from './monte-carlo/monte-carlo.dto.js';
import { RiskAnswer, RiskQuery } from './risk/risk.dto.js';

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
    @WorkspaceId() workspaceId: string,
    @SessionId() sessionId: string,
    @Query() query: BreakdownQuery,
    @Req() { headers }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const ifNoneMatch = headers['if-none-match'];
    await sendTagged(response, (client) =>
      this.analysis.breakdown({ workspaceId, sessionId, query, ifNoneMatch, client }),
    );
  }

  /**
   * Get the results of a session by day and month
   * @remarks Days and months of the session's `accountTimezone` in which trades closed.
   */
  @Get('calendar')
  @AnalysisOf(CalendarAnswer)
  async calendar(
    @WorkspaceId() workspaceId: string,
    @SessionId() sessionId: string,
    @Query() query: CalendarQuery,
    @Req() { headers }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const ifNoneMatch = headers['if-none-match'];
    await sendTagged(response, (client) =>
      this.analysis.calendar({ workspaceId, sessionId, query, ifNoneMatch, client }),
    );
  }

  /**
   * Get how far figures of a session may be off by chance
   * @remarks Intervals that hold the true value with the probability `level`, if the trades are independent of each other. There
   * is none for the greatest drawdown, see monte-carlo.
   */
  @Get('confidence')
  @AnalysisOf(ConfidenceAnswer)
  async confidence(
    @WorkspaceId() workspaceId: string,
    @SessionId() sessionId: string,
    @Query() query: ConfidenceQuery,
    @Req() { headers }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const ifNoneMatch = headers['if-none-match'];
    await sendTagged(response, (client) =>
      this.analysis.confidence({ workspaceId, sessionId, query, ifNoneMatch, client }),
    );
  }

  /**
   * Get what else the trades of a session could have made
   * @remarks Random paths of its trades: how far the equity spreads, how deep it falls, and how many paths are ruined.
   */
  @Get('monte-carlo')
  @AnalysisOf(MonteCarloAnswer)
  async monteCarlo(
    @WorkspaceId() workspaceId: string,
    @SessionId() sessionId: string,
    @Query() query: MonteCarloQuery,
    @Req() { headers }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const ifNoneMatch = headers['if-none-match'];
    await sendTagged(response, (client) =>
      this.analysis.monteCarlo({ workspaceId, sessionId, query, ifNoneMatch, client }),
    );
  }

  /**
   * Get what a session risked, and what it earned for that
   * @remarks Returns by local days of the session's `accountTimezone`, figures of the single trades, drawdowns and exposure.
   */
  @Get('risk')
  @AnalysisOf(RiskAnswer)
  async risk(
    @WorkspaceId() workspaceId: string,
    @SessionId() sessionId: string,
    @Query() query: RiskQuery,
    @Req() { headers }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const ifNoneMatch = headers['if-none-match'];
    await sendTagged(response, (client) =>
      this.analysis.risk({ workspaceId, sessionId, query, ifNoneMatch, client }),
    );
  }
}
