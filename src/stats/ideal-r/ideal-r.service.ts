import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Environment } from '../../config/environment.js';
import { Session } from '../../sessions/session.entity.js';
import { IdealRAnalysisDto } from './ideal-r.dto.js';

@Injectable()
export class IdealRService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
  ) {}

  /** The analysis of a session, in whatever state it is. */
  async analyse(session: Session): Promise<IdealRAnalysisDto> {
    const { total, eligible } = await this.countTrades(session);
    const analytics = {
      horizonMs: this.environment.IDEAL_R_HORIZON_MS,
      thresholdR: this.environment.IDEAL_R_THRESHOLD,
      totalTrades: total,
      eligibleTrades: eligible,
      measuredTrades: 0,
      incompleteTrades: eligible,
      invalidRiskTrades: total - eligible,
      losingMeasuredTrades: 0,
      averageIdealR: 0,
      maxIdealR: 0,
      couldHaveProfitBreakEvenCount: 0,
      couldHaveProfitBreakEvenRate: 0,
      observations: [],
    };
    const blank = { analytics, markets: [] };
    if (session.status === 'active') return { state: 'deferred', reason: 'session-active', ...blank };
    if (total === 0) return { state: 'unavailable', reason: 'no-trades', ...blank };
    if (eligible === 0) return { state: 'unavailable', reason: 'no-valid-stops', ...blank };
    return { state: 'unavailable', reason: 'candles-unavailable', ...blank };
  }

  private async countTrades({ workspaceId, id }: Session): Promise<{ total: number; eligible: number }> {
    const [counts] = await this.dataSource.query<{ total: number; eligible: number }[]>(
      `SELECT count(*) AS total, count(*) FILTER (
         WHERE (side = 'long' AND stop_loss < entry_price) OR (side = 'short' AND stop_loss > entry_price)
       ) AS eligible
       FROM trades WHERE workspace_id = $1 AND session_id = $2`,
      [workspaceId, id],
    );
    return counts ?? { total: 0, eligible: 0 };
  }
}
