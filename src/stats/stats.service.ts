import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { compareTexts } from '../database/copy-decoder.js';
import { Session } from '../sessions/session.entity.js';
import { SessionAndAssets, SessionsService } from '../sessions/sessions.service.js';
import { countTrades, readTradeFigures } from '../trades/trade-figures.js';
import { calculateStatistics } from './calculator/calculate-statistics.js';
import { inTradeOrder, tradeOrder } from './calculator/trade-order.js';
import { IDEAL_R_PATIENCE_MS, IdealRService, READ_PATIENCE_MS } from './ideal-r/ideal-r.service.js';
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
    return this.of(await this.sessions.get(workspaceId, sessionId), breakEvenThreshold, READ_PATIENCE_MS);
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
    const stats = await this.of(session, breakEvenThreshold, IDEAL_R_PATIENCE_MS);
    return { session, assets: await this.sessions.assetsOf(session), stats };
  }

  private async of(session: Session, breakEvenThreshold: number, patienceMs: number): Promise<Statistics> {
    const figures = await readTradeFigures(this.dataSource, session);
    const order = tradeOrder(figures, (a, b) => compareTexts(figures.clientId, a, b));
    const { initialBalance } = session;
    const calculated = calculateStatistics(inTradeOrder(figures, order), {
      initialBalance,
      breakEvenThreshold,
    });
    const counts = countTrades(figures);
    const { analysis } = await this.idealR.analyse(session, counts, breakEvenThreshold, patienceMs);
    return { ...statisticsAnswer(calculated), idealRAnalysis: analysis };
  }
}
