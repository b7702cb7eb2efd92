import { Injectable } from '@nestjs/common';
import { SessionsService } from '../../../sessions/sessions.service.js';
import { StatsService } from '../../../stats/stats.service.js';
import { figuresOf } from '../../../trades/trade-figures.js';
import { TradesService } from '../../../trades/trades.service.js';
import { toPreviewAnswer } from './preview-answer.js';
import type { PreviewAnswer } from './preview.dto.js';
import { TradeCheck } from './trade-check.js';
import { TradeStamps } from './trade-stamps.js';

@Injectable()
export class ImportsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly trades: TradesService,
    private readonly stats: StatsService,
    private readonly check: TradeCheck,
  ) {}

  /**
   * Dry-runs an ingest of these rows and returns the figures of the session without and with the ingest. Writes
   * nothing.
   * @param signal aborts if the client disconnects
   * @throws Problem SESSION_NOT_FOUND, BUSY
   */
  async preview(
    workspaceId: string,
    sessionId: string,
    rows: readonly unknown[],
    breakEvenThreshold: number,
    signal: AbortSignal,
  ): Promise<PreviewAnswer> {
    const rowOutcomes = await this.trades.dryRun(workspaceId, sessionId, rows);
    const added = rowOutcomes.flatMap(({ verdict, trade }) => (verdict === 'new' && trade ? [trade] : []));
    const figures = await this.stats.figuresWith(
      workspaceId,
      sessionId,
      figuresOf(added),
      breakEvenThreshold,
      signal,
    );
    const assets = await this.sessions.getAssets(workspaceId, sessionId);
    const positions = new Map(assets.map(({ symbol, feed, position }) => [`${symbol} ${feed}`, position]));
    const shown = new TradeStamps(rowOutcomes.length);
    for (const { trade } of rowOutcomes)
      if (trade) shown.add(trade, positions.get(`${trade.symbol} ${trade.feed}`)!);
    const check = await this.check.getVerdict(workspaceId, sessionId, shown, signal);
    return toPreviewAnswer(rows, rowOutcomes, figures, check);
  }
}
