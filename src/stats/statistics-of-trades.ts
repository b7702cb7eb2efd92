import { type TradeCounts, TradeFiguresReader, countTrades } from '../trades/trade-figures.js';
import type { StatisticsSettings } from './calculator/calculate-statistics.js';
import { statisticsText } from './statistics-text.js';

/** The statistics of trades whose bytes come from the database, in whatever thread. */
export class StatisticsOfTrades {
  private readonly reader = new TradeFiguresReader();

  /** @param bytes as `copyTradeFigures` hands them over */
  push(bytes: Buffer): void {
    this.reader.push(bytes);
  }

  /** Their text, see `statisticsText`; to be called once, after the last bytes. */
  compute(settings: StatisticsSettings): { readonly text: Uint8Array[]; readonly counts: TradeCounts } {
    const trades = this.reader.end();
    return { counts: countTrades(trades), text: statisticsText(trades, settings) };
  }
}
