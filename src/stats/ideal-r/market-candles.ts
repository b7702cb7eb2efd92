import { Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CandleStore } from '../../candles/candle-store.js';
import { closedUntil } from '../../candles/intervals.js';
import { knownIn, openIn } from '../../candles/knowledge.js';
import { readMinutes } from '../../candles/read-minutes.js';
import { type Span, intersectSpans } from '../../candles/spans.js';
import { Clock } from '../../candles/venue/clock.js';
import type { MarketWindows } from './market-windows.js';
import { MinuteSource } from './minute-source.js';
import { SingleFlight } from './single-flight.js';
import { type Walkers, walkMinutes } from './walk-minutes.js';
import { walkableMinutes } from './walkable-minutes.js';
import { chunksOf, minutesIn } from './windows.js';

/** Half a year of bars, some 20 MB: what an analysis holds in memory at a time, however many years it spans. */
const MINUTES_PER_CHUNK = 262_144;

export interface WalkedMarket {
  /** Minutes in the union of the windows, and the bars found for them. */
  readonly requestedBars: number;
  readonly loadedBars: number;
  /** Minutes of which the store does not know for good whether they have a bar. */
  readonly unknownMinutes: number;
}

interface Missing {
  readonly asset: MarketWindows['asset'];
  readonly spans: readonly Span[];
}

/** The bars of an analysis: has those loaded that the store lacks, and walks over those that it has. */
@Injectable()
export class MarketCandles implements OnModuleDestroy {
  private readonly logger = new Logger('IdealR');
  private readonly loads = new SingleFlight((key, error) => {
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn(`Candles of ${key} could not be loaded: ${reason}`);
  });

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: CandleStore,
    private readonly source: MinuteSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Has the closed bars of the windows loaded, as far as they are missing, and waits for that up to `patienceMs`; then
   * it goes on without us, and a later call joins it or begins what is left. A market that cannot be had leaves the
   * others be.
   * @param sessionId for which a market is loaded once at a time
   * @returns whether nothing is missing any more that could still be had
   */
  async bring(sessionId: string, markets: readonly MarketWindows[], patienceMs: number): Promise<boolean> {
    const now = this.clock.now();
    const missing = await this.missing(markets, now);
    if (missing.length === 0) return true;
    const loads = missing.map(({ asset: { feed, symbol }, spans }) => {
      const key = `${symbol} on ${feed} for session ${sessionId}`;
      return this.loads.join(key, () => this.source.load(feed, symbol, spans), patienceMs);
    });
    await Promise.all(loads);
    return (await this.missing(markets, now)).length === 0;
  }

  /** Walks the trades of one market over the stored bars of their windows, each of which is read once. */
  async walk(
    { asset, places, windows }: MarketWindows,
    walkers: Omit<Walkers, 'places'>,
  ): Promise<WalkedMarket> {
    const requestedBars = minutesIn(windows);
    const series = await this.store.findSeries(asset.feed, asset.symbol, '1m');
    if (!series) return { requestedBars, loadedBars: 0, unknownMinutes: requestedBars };
    const span = { start: windows[0]!.start, end: windows.at(-1)!.end };
    const knowledge = await this.store.knowledge({ ...asset, interval: '1m' }, span);
    const known = intersectSpans(windows, knownIn(knowledge, '1m'));
    // Of a gap that the venue is to be asked for once more, a later answer may have bars.
    const open = intersectSpans(known, openIn(knowledge, '1m', Infinity));
    let loadedBars = 0;
    for (const spans of chunksOf(known, MINUTES_PER_CHUNK)) {
      const bars = await readMinutes(this.dataSource, series.id, spans);
      walkMinutes({ ...walkers, places }, walkableMinutes(bars));
      loadedBars += bars.count;
    }
    return { requestedBars, loadedBars, unknownMinutes: requestedBars - minutesIn(known) + minutesIn(open) };
  }

  /** The service stops: no request is kept waiting, so that it is answered before the connections close. */
  onModuleDestroy(): void {
    this.loads.stop();
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
