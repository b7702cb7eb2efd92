import { Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { closedUntil } from '../../candles/intervals.js';
import { type Span, intersectSpans } from '../../candles/spans.js';
import type { MarketWindows } from './market-windows.js';
import { MinuteSource } from './minute-source.js';
import { SingleFlight } from './single-flight.js';

interface Missing {
  readonly asset: MarketWindows['asset'];
  readonly spans: readonly Span[];
}

/** Brings the bars that an analysis lacks into the store, in the background. */
@Injectable()
export class CandleLoading implements OnModuleDestroy {
  private readonly logger = new Logger('IdealR');
  private readonly flights = new SingleFlight((key, error) => {
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn(`Candles of ${key} could not be loaded: ${reason}`);
  });

  constructor(private readonly source: MinuteSource) {}

  /**
   * Has the closed bars of the windows loaded, as far as they are missing, and waits for that up to `patienceMs`; then
   * it goes on without us, and a later call joins it or begins what is left. A market that cannot be had leaves the
   * others be.
   * @param sessionId for which a market is loaded once at a time
   * @returns whether nothing is missing any more that could still be had
   */
  async bring(sessionId: string, markets: readonly MarketWindows[], patienceMs: number): Promise<boolean> {
    const now = Date.now();
    const missing = await this.missing(markets, now);
    if (missing.length === 0) return true;
    const loads = missing.map(({ asset: { feed, symbol }, spans }) => {
      const key = `${symbol} on ${feed} for session ${sessionId}`;
      return this.flights.join(key, () => this.source.load(feed, symbol, spans), patienceMs);
    });
    await Promise.all(loads);
    return (await this.missing(markets, now)).length === 0;
  }

  /** The service stops: no request is kept waiting, so that it is answered before the connections close. */
  onModuleDestroy(): void {
    this.flights.stop();
  }

  private async missing(markets: readonly MarketWindows[], now: number): Promise<Missing[]> {
    const closed = { start: -Infinity, end: closedUntil('1m', now) };
    const missing: Missing[] = [];
    for (const { asset, windows } of markets) {
      const spans = intersectSpans(windows, [closed]);
      if (spans.length === 0) continue;
      const lacking = await this.source.missing(asset.feed, asset.symbol, spans, now);
      if (lacking.length > 0) missing.push({ asset, spans: lacking });
    }
    return missing;
  }
}
