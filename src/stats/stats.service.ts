import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { compareTexts } from '../database/copy-decoder.js';
import { Session } from '../sessions/session.entity.js';
import { SessionAndAssets, SessionsService } from '../sessions/sessions.service.js';
import { readTradeFigures } from '../trades/trade-figures.js';
import { calculateStatistics } from './calculator/calculate-statistics.js';
import { inTradeOrder, tradeOrder } from './calculator/trade-order.js';
import { IdealRService } from './ideal-r/ideal-r.service.js';
import { statisticsAnswer } from './statistics-answer.js';
import { Statistics } from './statistics.dto.js';

@Injectable()
export class StatsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsService,
    private readonly idealR: IdealRService,
  ) {}

  /** @throws Problem SESSION_NOT_FOUND */
  async get(workspaceId: string, sessionId: string, breakEvenThreshold: number): Promise<Statistics> {
    return this.of(await this.sessions.get(workspaceId, sessionId), breakEvenThreshold);
  }

  /**
   * Finishes the session and computes its statistics; one that is finished already is answered as it is.
   * @throws Problem SESSION_NOT_FOUND
   */
  async finish(
    workspaceId: string,
    sessionId: string,
    breakEvenThreshold: number,
  ): Promise<SessionAndAssets & { readonly stats: Statistics }> {
    const session = await this.sessions.finish(workspaceId, sessionId);
    const stats = await this.of(session, breakEvenThreshold);
    return { session, assets: await this.sessions.assetsOf(session), stats };
  }

  private async of(session: Session, breakEvenThreshold: number): Promise<Statistics> {
    const figures = await readTradeFigures(this.dataSource, session);
    const order = tradeOrder(figures, (a, b) => compareTexts(figures.clientId, a, b));
    const { initialBalance } = session;
    const calculated = calculateStatistics(inTradeOrder(figures, order), {
      initialBalance,
      breakEvenThreshold,
    });
    return { ...statisticsAnswer(calculated), idealRAnalysis: await this.idealR.analyse(session) };
  }
}
