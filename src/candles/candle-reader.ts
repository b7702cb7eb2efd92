import { Injectable } from '@nestjs/common';
import { SharedWork } from '../shared/concurrency/shared-work.js';
import { connectingForAll } from '../platform/database/connection/connection-owner.js';
import { DAY_MS, floorToInterval, intervalMs } from '../shared/market/intervals.js';
import type { Span } from '../shared/market/spans.js';
import { type CandleSource, sourceOf } from './candle-source.js';
import { type BarColumns, positionOf } from './store/bar-columns.js';
import { CandleStore } from './store/candle-store.js';
import { type NewestBars, readCandles, readWhole } from './store/read-candles.js';
import { type SeriesKey, keyText } from './store/series-key.js';
import { CandleLoader } from './venue/candle-loader.js';
import { Clock } from './venue/clock.js';
import type { LoadLimits } from './venue/load-limits.js';
import { endOfOlderMonths } from './venue/months.js';
import { VenueClient } from './venue/venue-client.js';
import { VenueFailure } from './venue/venue-failure.js';

export interface ReadCandles {
  readonly bars: BarColumns;
  readonly source: CandleSource;
  /** The spans that were requested from the venue for this read. */
  readonly fetched: readonly Span[];
  /** True if only a write to the store can change the response. */
  readonly isFinal: boolean;
}

/** Maximum time that a read waits for the venue, ms. */
const READ_MS = 8_000;

/**
 * Maximum number of pages that a read requests. 2000 bars take 5 pages, and a few more if there are gaps. Loaded pages
 * stay stored for the next read.
 */
const MAX_REQUESTS = 40;

/** Reads candles from the store. Loads the bars that the store lacks first. */
@Injectable()
export class CandleReader {
  private readonly searches = new SharedWork<number>();

  constructor(
    private readonly store: CandleStore,
    private readonly loader: CandleLoader,
    private readonly venue: VenueClient,
    private readonly clock: Clock,
  ) {}

  /** Returns the limits of a response that consists of several reads, from now on. */
  limits(reads = 1): LoadLimits {
    return { deadline: this.clock.now() + READ_MS, requestsLeft: reads * MAX_REQUESTS };
  }

  /**
   * Returns the newest bars before a given time. In offline mode, returns only stored bars.
   * @throws VenueFailure if the venue was needed and could not be used
   */
  async read(wanted: NewestBars, limits = this.limits()): Promise<ReadCandles> {
    if (this.venue.isOffline) return fromStore(await readCandles(this.store, wanted), true);
    try {
      return (await this.readWhole(wanted)) ?? (await this.readBackward(wanted, limits));
    } catch (error) {
      if (!(error instanceof VenueFailure) || error.kind !== 'unknown-symbol') throw error;
      // The venue may have removed the symbol. Its stored bars are still returned.
      if (!(await this.store.hasBars(wanted.feed, wanted.symbol))) throw error;
      return fromStore(await readCandles(this.store, wanted), false);
    }
  }

  /**
   * Returns the response if the last `count` cells all have a stored bar, which is the most frequent case.
   * Takes a single read of the store and no request to the venue.
   */
  private async readWhole(wanted: NewestBars): Promise<ReadCandles | null> {
    const { interval, count, end } = wanted;
    const bars = await readWhole(this.store, wanted, { start: end - count * intervalMs(interval), end });
    return bars && fromStore(bars, true);
  }

  /** Loads missing bars span by span, backward in time, until there are enough bars or the series begins. */
  private async readBackward(wanted: NewestBars, limits: LoadLimits): Promise<ReadCandles> {
    const { feed, interval, count, end } = wanted;
    const cellMs = intervalMs(interval);
    const fetched: Span[] = [];
    let isFinal = true;
    let loadedFrom = end;
    let start = end - count * cellMs;
    for (;;) {
      start = Math.max(0, start);
      const step = await this.load(wanted, { start, end: loadedFrom }, limits);
      fetched.push(...step.fetched);
      isFinal &&= step.isFinal;
      const bars = await readCandles(this.store, wanted);
      const found = bars.count - positionOf(bars, start);
      const isEmptyStep = positionOf(bars, loadedFrom) === positionOf(bars, start);
      const answer = { bars, source: sourceOf(bars, fetched), fetched, isFinal };
      if (found >= count || start === 0) return answer;
      loadedFrom = start;
      if (isEmptyStep && loadedFrom % DAY_MS !== 0) {
        // The next step ends at midnight, so that only whole days remain to be searched.
        start = floorToInterval(loadedFrom, '1d');
        continue;
      }
      if (isEmptyStep) {
        const older = await this.endOfOlderBars(wanted, loadedFrom, limits);
        isFinal &&= older.isFinal;
        if (older.end === null) return { ...answer, isFinal };
        loadedFrom = older.end;
      }
      start = loadedFrom - Math.max((count - found) * cellMs, this.venue.pageMs(feed, interval));
    }
  }

  /** Loads the missing bars of a span. */
  private async load(
    series: SeriesKey,
    span: Span,
    limits: LoadLimits,
  ): Promise<{ fetched: Span[]; isFinal: boolean }> {
    const { spans, isFinal } = await this.loader.missing(series, span);
    if (spans.length === 0) return { fetched: [], isFinal };
    return { fetched: await this.loader.load(series, spans, limits), isFinal: false };
  }

  /**
   * Returns the end of the bars before a long empty span; null if there are no bars before the span. Requests daily bars
   * and months instead of many pages of minutes. The span that they show to be empty is then marked as covered.
   * @param midnight end of the span to search
   */
  private async endOfOlderBars(
    wanted: NewestBars,
    midnight: number,
    limits: LoadLimits,
  ): Promise<{ end: number | null; isFinal: boolean }> {
    for (let end = midnight; ;) {
      const { spans, isFinal } = await this.loader.missing(wanted, { start: 0, end });
      if (spans.length === 0) {
        const stored = await readCandles(this.store, { ...wanted, end, count: 1 });
        const endOfStored = stored.count === 0 ? null : stored.ts[0]! + intervalMs(wanted.interval);
        return { end: endOfStored, isFinal: isFinal && end === midnight };
      }
      const newestDay = { ...wanted, interval: '1d', end, count: 1 } as const;
      const days = { start: Math.max(0, end - this.venue.pageMs(wanted.feed, '1d')), end };
      await this.load(newestDay, days, limits);
      // If the venue has not published the newest days yet, the search continues step by step.
      if (!(await this.loader.missing(newestDay, days)).isKnown) return { end, isFinal: false };
      const endOfDay = await this.endOfNewest(newestDay);
      const isFound = endOfDay > days.start;
      const start = isFound ? endOfDay : await this.endOfOlderDays({ ...newestDay, end: days.start }, limits);
      await this.loader.coverEmpty(wanted, { start, end });
      end = start;
      if (isFound) return { end, isFinal: false };
    }
  }

  /**
   * Returns the end of the newest day if all older days are known, and otherwise the end of the newest month that has
   * bars; 0 if there are no older bars. Reads that search the same days at the same time share the search.
   */
  private endOfOlderDays(newestDay: NewestBars, limits: LoadLimits): Promise<number> {
    const { end } = newestDay;
    const search = async () => {
      const { spans } = await this.loader.missing(newestDay, { start: 0, end });
      if (spans.length === 0) return this.endOfNewest(newestDay);
      const endOfMonths = await endOfOlderMonths(this.venue, newestDay, end, limits);
      await this.loader.coverEmpty(newestDay, { start: endOfMonths, end });
      return endOfMonths;
    };
    return this.searches.join(`${keyText(newestDay)} ${end}`, () => connectingForAll(search));
  }

  /** Returns the end of the newest stored bar before a time; 0 if there is none. */
  private async endOfNewest(wanted: NewestBars): Promise<number> {
    const { ts, count } = await readCandles(this.store, { ...wanted, count: 1 });
    return count === 0 ? 0 : ts[0]! + intervalMs(wanted.interval);
  }
}

export const fromStore = (bars: BarColumns, isFinal: boolean): ReadCandles => ({
  bars,
  source: 'cache',
  fetched: [],
  isFinal,
});
