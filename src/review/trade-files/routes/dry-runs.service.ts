import { Injectable } from '@nestjs/common';
import { type FiguresBeforeAndAfter, StatsService } from '../../../stats/stats.service.js';
import { joinFigures } from '../../../trades/trade-figures.js';
import type { TradesPart } from '../../../trades/trades-part.js';
import { TradesService } from '../../../trades/trades.service.js';
import { DryRunFile } from './dry-run-file.js';
import type { FileRequest } from './received-files.service.js';

/** Compares the trades of a file with the stored trades of a session, and writes nothing. */
@Injectable()
export class DryRunsService {
  constructor(
    private readonly trades: TradesService,
    private readonly stats: StatsService,
  ) {}

  /**
   * Returns the verdicts on the trades, and the figures of the session without and with the new trades.
   * @throws Problem SESSION_NOT_FOUND, QUOTA_STATISTICS, BUSY; the reason of the signal
   */
  async run(
    { workspaceId, sessionId, signal }: FileRequest,
    parts: AsyncIterable<TradesPart>,
    breakEvenThreshold: number,
  ): Promise<Pick<DryRunFile, 'counts' | 'verdicts'> & FiguresBeforeAndAfter> {
    const all = new DryRunFile();
    for await (const part of this.trades.dryRunFile(workspaceId, sessionId, parts)) {
      signal.throwIfAborted();
      all.add(part);
    }
    const { counts, verdicts } = all;
    const added = joinFigures(all.added);
    const figures = await this.stats.figuresWith(workspaceId, sessionId, added, breakEvenThreshold, signal);
    return { counts, verdicts, ...figures };
  }
}
