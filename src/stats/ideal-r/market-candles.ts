import { Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { CandlesService } from '../../candles/candles.service.js';
import { SharedWork } from '../../concurrency/shared-work.js';
import { type Span, intersectSpans } from '../../market/spans.js';
import type { MarketWindows } from './market-windows.js';
import { type Walkers, walkMinutes } from './walk-minutes.js';
import { walkableMinutes } from './walkable-minutes.js';
import { MINUTES_PER_CHUNK, chunksOf, minutesIn } from './windows.js';

/** How long a load in the background continues, pauses that the venue asks for included, ms. */
const LOAD_MS = 600_000;

/** A market and the minutes of it that an analysis needs. */
export interface WantedMinutes {
  readonly asset: Pick<MarketWindows['asset'], 'symbol' | 'feed'>;
  /** Ascending, disjoint, on the minute; at least one. */
  readonly windows: readonly Span[];
}

export interface KnownMinutes {
  /** The parts of the windows in which every bar is known. */
  readonly covered: readonly Span[];
  /** Minutes in the union of the windows. */
  readonly requestedBars: number;
  /**
   * Minutes that may still get a bar from the venue: those that are not known, and those that are to be requested once
   * more.
   */
  readonly openMinutes: number;
}

export interface WalkedMarket extends Omit<KnownMinutes, 'covered'> {
  /** The bars found for the windows. */
  readonly loadedBars: number;
}

interface Missing {
  readonly series: {
    readonly feed: MarketWindows['asset']['feed'];
    readonly symbol: string;
    readonly interval: '1m';
  };
  readonly spans: readonly Span[];
}

/** The bars of an analysis: loads those that are missing, and walks over those that are stored. */
@Injectable()
export class MarketCandles implements OnModuleDestroy {
  private readonly logger = new Logger('IdealR');
  private readonly loads = new SharedWork<void>();
  private readonly shutdown = new AbortController();

  constructor(private readonly candles: CandlesService) {
    // Every waiting request adds a listener to it.
    setMaxListeners(0, this.shutdown.signal);
  }

  /**
   * Loads the closed bars of the windows that are missing. After `waitMs` the load continues in the background, and a
   * later call joins it or begins what is left. If the bars of one market cannot be loaded, the others still are.
   * @param sessionId a market is loaded once at a time for it
   * @returns whether nothing is missing any more that the venue can be asked for
   */
  async load(sessionId: string, markets: readonly WantedMinutes[], waitMs: number): Promise<boolean> {
    const missing = await this.missing(
      markets.map(({ asset: { feed, symbol }, windows }) => ({
        series: { feed, symbol, interval: '1m' },
        spans: windows,
      })),
    );
    if (missing.length === 0) return true;
    const loads = missing.map((market) => this.loadInBackground(sessionId, market));
    // A waiting request does not delay a shutdown: the abort ends the wait.
    const timeout = delay(waitMs, undefined, { ref: false, signal: this.shutdown.signal });
    await Promise.race([Promise.all(loads), timeout.catch(() => undefined)]);
    return (await this.missing(missing)).length === 0;
  }

  /** What is known of the minutes of a market. */
  async known({ asset: { feed, symbol }, windows }: WantedMinutes): Promise<KnownMinutes> {
    const span = { start: windows[0]!.start, end: windows.at(-1)!.end };
    const coverage = await this.candles.coverage({ feed, symbol, interval: '1m' }, span);
    const covered = intersectSpans(windows, coverage.covered);
    const openGaps = intersectSpans(covered, coverage.openGaps);
    const requestedBars = minutesIn(windows);
    const openMinutes = requestedBars - minutesIn(covered) + minutesIn(openGaps);
    return { covered, requestedBars, openMinutes };
  }

  /** Walks the trades of one market over the stored bars of their windows, each of which is read once. */
  async walk(market: MarketWindows, walkers: Omit<Walkers, 'places'>): Promise<WalkedMarket> {
    const { asset, places } = market;
    const { covered, ...known } = await this.known(market);
    let loadedBars = 0;
    for (const spans of chunksOf(covered, MINUTES_PER_CHUNK)) {
      const bars = await this.candles.minutes(asset.feed, asset.symbol, spans);
      walkMinutes({ ...walkers, places }, walkableMinutes(bars));
      loadedBars += bars.count;
    }
    return { ...known, loadedBars };
  }

  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  /** The markets with missing candles, reduced to the spans that are missing. */
  private async missing(markets: readonly Missing[]): Promise<Missing[]> {
    const missing: Missing[] = [];
    for (const { series, spans } of markets) {
      const left = await this.candles.missing(series, spans);
      if (left.length > 0) missing.push({ series, spans: left });
    }
    return missing;
  }

  /** Never rejects: what could not be loaded is still missing afterwards. */
  private loadInBackground(sessionId: string, { series, spans }: Missing): Promise<void> {
    if (this.shutdown.signal.aborted) return Promise.resolve();
    const { feed, symbol } = series;
    return this.loads.join(`${sessionId} ${feed} ${symbol}`, async () => {
      try {
        await this.candles.load(series, spans, LOAD_MS);
      } catch (error) {
        // During a shutdown the database is closed.
        if (this.shutdown.signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        this.logger.warn(
          `Candles of ${symbol} on ${feed} for session ${sessionId} could not be loaded: ${reason}`,
        );
      }
    });
  }
}
