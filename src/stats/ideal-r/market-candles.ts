import { Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { CandlesService } from '../../candles/candles.service.js';
import { SharedWork } from '../../shared/concurrency/shared-work.js';
import { LONGEST_CLOSE_MS, closesAtTimes, withClosedTimes } from '../../shared/market/calendars.js';
import { type Span, intersectSpans, subtractSpans } from '../../shared/market/spans.js';
import { NEVER_CLOSED, closedMinutes } from './closed-minutes.js';
import type { MarketWindows } from './market-windows.js';
import { type Walkers, walkMinutes } from './walk-minutes.js';
import { walkableMinutes } from './walkable-minutes.js';
import { MINUTES_PER_CHUNK, chunksOf, minutesIn } from './windows.js';

/** Maximum time for loading in the background, ms. It includes the pauses that the venue requires. */
const LOAD_MS = 600_000;

/** A market, and the minutes of this market that an analysis needs. */
export interface WantedMinutes {
  readonly asset: Pick<MarketWindows['asset'], 'symbol' | 'feed' | 'calendarCode'>;
  /** Spans of whole minutes, ascending and disjoint. There is at least one span. */
  readonly windows: readonly Span[];
}

export interface KnownMinutes {
  /** The parts of the windows in which it is known of every minute whether it has a bar. */
  readonly covered: readonly Span[];
  /** Number of minutes in the union of the windows. */
  readonly requestedBars: number;
  /** Number of minutes that may still get a bar from the venue: unknown minutes, and gaps due for a re-check. */
  readonly openMinutes: number;
  /** True if a known minute without a bar is a minute in which the market was closed, not a missing bar. */
  readonly closesAtTimes: boolean;
}

export interface WalkedMarket extends Pick<KnownMinutes, 'openMinutes'> {
  /** Number of minutes in the union of the windows, apart from closed minutes. */
  readonly requestedBars: number;
  /** Number of the requested bars that were found. */
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

/** Loads the bars that an analysis lacks, and walks trades over stored bars. */
@Injectable()
export class MarketCandles implements OnModuleDestroy {
  private readonly logger = new Logger('IdealR');
  private readonly loads = new SharedWork<void>();
  private readonly shutdown = new AbortController();

  constructor(private readonly candles: CandlesService) {
    // Each waiting request adds a listener to this signal.
    setMaxListeners(0, this.shutdown.signal);
  }

  /**
   * Loads the missing closed bars of the windows. If the bars are not loaded after `waitMs`, loading continues in the
   * background. A later call waits for the loading that is in progress, or loads the bars that are still missing. If
   * the bars of one market cannot be loaded, the bars of the other markets are still loaded.
   * @param sessionId the session; each market of a session is loaded only once at a time
   * @returns false if bars are missing that the venue may still have
   */
  async load(sessionId: string, markets: readonly WantedMinutes[], waitMs: number): Promise<boolean> {
    const unknown: Missing[] = [];
    for (const market of markets) unknown.push(await this.unknown(market));
    const missing = await this.missing(unknown);
    if (missing.length === 0) return true;
    const loads = missing.map((market) => this.loadInBackground(sessionId, market));
    // A waiting request does not delay a shutdown, because the signal ends the wait.
    const timeout = delay(waitMs, undefined, { ref: false, signal: this.shutdown.signal });
    await Promise.race([Promise.all(loads), timeout.catch(() => undefined)]);
    return (await this.missing(missing)).length === 0;
  }

  /**
   * Returns the parts of a market's windows whose bars are known, and the numbers of requested and of open minutes. In
   * a market that closes at times, the time between two covered spans is known to be closed, and no gap is due for a
   * re-check.
   */
  async known({ asset: { feed, symbol, calendarCode }, windows }: WantedMinutes): Promise<KnownMinutes> {
    const closes = closesAtTimes(calendarCode);
    const reach = closes ? LONGEST_CLOSE_MS : 0;
    const span = { start: windows[0]!.start - reach, end: windows.at(-1)!.end + reach };
    const coverage = await this.candles.coverage({ feed, symbol, interval: '1m' }, span);
    const covered = intersectSpans(windows, closes ? withClosedTimes(coverage.covered) : coverage.covered);
    const openGaps = closes ? [] : intersectSpans(covered, coverage.openGaps);
    const requestedBars = minutesIn(windows);
    const openMinutes = requestedBars - minutesIn(covered) + minutesIn(openGaps);
    return { covered, requestedBars, openMinutes, closesAtTimes: closes };
  }

  /** Walks the trades of one market over the stored bars of the trades' windows. Each bar is read once. */
  async walk(market: MarketWindows, walkers: Omit<Walkers, 'places'>): Promise<WalkedMarket> {
    const { asset, places } = market;
    const { covered, requestedBars, openMinutes, closesAtTimes: closes } = await this.known(market);
    let loadedBars = 0;
    for (const spans of chunksOf(covered, MINUTES_PER_CHUNK)) {
      const bars = await this.candles.minutes(asset.feed, asset.symbol, spans);
      const closed = closes ? closedMinutes(spans, bars) : NEVER_CLOSED;
      walkMinutes({ ...walkers, places }, walkableMinutes(bars, closed));
      loadedBars += bars.count;
    }
    const closedCount = closes ? minutesIn(covered) - loadedBars : 0;
    return { requestedBars: requestedBars - closedCount, openMinutes, loadedBars };
  }

  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  /**
   * Returns the minutes of a market that may be requested from the venue. In a market that closes at times, these are
   * the minutes outside the coverage, because a gap is a closed market. The time between two covered spans is requested
   * if the venue knows the symbol: the venue then tells whether the market was closed or its bars were never loaded.
   */
  private async unknown({ asset: { feed, symbol, calendarCode }, windows }: WantedMinutes): Promise<Missing> {
    const series = { feed, symbol, interval: '1m' } as const;
    if (!closesAtTimes(calendarCode)) return { series, spans: windows };
    const span = { start: windows[0]!.start, end: windows.at(-1)!.end };
    const { covered } = await this.candles.coverage(series, span);
    return { series, spans: subtractSpans(windows, covered) };
  }

  /** Returns the markets that lack bars, each with its missing spans only. */
  private async missing(markets: readonly Missing[]): Promise<Missing[]> {
    const missing: Missing[] = [];
    for (const { series, spans } of markets) {
      const left = await this.candles.missing(series, spans);
      if (left.length > 0) missing.push({ series, spans: left });
    }
    return missing;
  }

  /** Loads bars in the background. The promise never rejects. Bars that could not be loaded remain missing. */
  private loadInBackground(sessionId: string, { series, spans }: Missing): Promise<void> {
    if (this.shutdown.signal.aborted) return Promise.resolve();
    const { feed, symbol } = series;
    return this.loads.join(`${sessionId} ${feed} ${symbol}`, async () => {
      try {
        await this.candles.load(series, spans, LOAD_MS);
      } catch (error) {
        // During a shutdown, the database is already closed.
        if (this.shutdown.signal.aborted) return;
        const reason = error instanceof Error ? error.message : String(error);
        this.logger.warn(
          `Candles of ${symbol} on ${feed} for session ${sessionId} could not be loaded: ${reason}`,
        );
      }
    });
  }
}
