import { Injectable } from '@nestjs/common';
import { type BarColumns, positionOf } from './bar-columns.js';
import { CandleLoader, SeriesName } from './candle-loader.js';
import { CandleStore } from './candle-store.js';
import { floorToInterval, intervalMs } from './intervals.js';
import { CandleQuery, endOf, readCandles } from './read-candles.js';
import { type Span } from './spans.js';
import { VenueClient } from './venue/venue-client.js';
import { VenueFailure } from './venue/venue-failure.js';

export interface LiveCandles {
  readonly bars: BarColumns;
  /** Spans that the venue was asked for, for this answer. */
  readonly fetched: readonly Span[];
  /** Whether it comes from the store alone, and the venue could add nothing to it. */
  readonly isFinal: boolean;
}

/** How far back one goes at least when there are gaps, in bars. */
const SMALLEST_STEP_BARS = 100;

const DAY_MS = intervalMs('1d');

/** Reads candles through the store: what it lacks of an answer is fetched first. */
@Injectable()
export class LiveCandlesReader {
  constructor(
    private readonly store: CandleStore,
    private readonly loader: CandleLoader,
    private readonly venue: VenueClient,
  ) {}

  /**
   * The newest `count` closed bars before a moment, complete.
   * @param deadline when the caller stops waiting, epoch ms
   * @throws VenueFailure when the venue was needed and did not help
   */
  async read(query: CandleQuery, deadline: number): Promise<LiveCandles> {
    try {
      return (await this.findWhole(query)) ?? (await this.readBack(query, deadline));
    } catch (error) {
      if (!(error instanceof VenueFailure) || error.kind !== 'unknown-symbol') throw error;
      // A symbol that the venue has dropped is served from what is stored, if anything is.
      if (!(await this.store.hasBars(query.feed, query.symbol))) throw error;
      return { bars: await readCandles(this.store, query), fetched: [], isFinal: false };
    }
  }

  /** Most answers are stored without a gap: then one look at the store is enough. */
  private async findWhole(query: CandleQuery): Promise<LiveCandles | null> {
    const { feed, symbol, interval, count } = query;
    const series = await this.store.findSeries(feed, symbol, interval);
    const end = endOf(query);
    const span = { start: end - count * intervalMs(interval), end };
    const bars = series && (await this.store.settledBars(series.id, span));
    return bars?.count === count ? { bars, fetched: [], isFinal: true } : null;
  }

  /** Settles the time before the end step by step backward until it holds enough bars, or the series begins. */
  private async readBack(query: CandleQuery, deadline: number): Promise<LiveCandles> {
    const cellMs = intervalMs(query.interval);
    const fetched: Span[] = [];
    let isFinal = true;
    let settled = endOf(query);
    let start = settled - query.count * cellMs;
    for (;;) {
      start = Math.max(0, start);
      const step = await this.settle(query, { start, end: settled }, deadline);
      fetched.push(...step.fetched);
      isFinal &&= step.isFinal;
      const bars = await readCandles(this.store, query);
      const found = bars.count - positionOf(bars, start);
      if (found >= query.count || start === 0) return { bars, fetched, isFinal };
      const isEmptyStep = positionOf(bars, settled) === positionOf(bars, start);
      settled = start;
      if (isEmptyStep && settled % DAY_MS !== 0) {
        // The next step reaches the midnight before, so that whole days are left to look for.
        start = floorToInterval(settled, '1d');
        continue;
      }
      if (isEmptyStep) {
        const older = await this.endOfOlderBars(query, settled, deadline);
        isFinal &&= older.isFinal;
        if (older.end === null) return { bars, fetched, isFinal };
        settled = older.end;
      }
      start = settled - Math.max(query.count - found, SMALLEST_STEP_BARS) * cellMs;
    }
  }

  /** Has what is missing of the span loaded. */
  private async settle(
    name: SeriesName,
    span: Span,
    deadline: number,
  ): Promise<{ fetched: Span[]; isFinal: boolean }> {
    const { missing, isFinal } = await this.loader.outlook(name, span);
    if (missing.length === 0) return { fetched: [], isFinal };
    return { fetched: await this.loader.load(name, missing, deadline), isFinal: false };
  }

  /**
   * Where the bars before a long empty stretch end, null when there are none: one page of days tells, instead of page
   * after page of minutes. The stretch is settled by that.
   * @param midnight before it nothing is settled yet
   */
  private async endOfOlderBars(
    query: CandleQuery,
    midnight: number,
    deadline: number,
  ): Promise<{ end: number | null; isFinal: boolean }> {
    const { feed, symbol, interval } = query;
    const { missing, isFinal } = await this.loader.outlook(query, { start: 0, end: midnight });
    if (missing.length === 0) {
      const stored = await readCandles(this.store, { ...query, before: midnight, count: 1 });
      return { end: stored.count === 0 ? null : stored.ts[0]! + intervalMs(interval), isFinal };
    }
    const daily: CandleQuery = { ...query, interval: '1d', before: midnight, count: 1 };
    const days = { start: Math.max(0, midnight - this.venue.pageMs(feed, '1d')), end: midnight };
    await this.settle(daily, days, deadline);
    // The newest days may not be told yet; then one goes on step by step.
    if ((await this.loader.missing(daily, days)).length > 0) return { end: midnight, isFinal: false };
    const newest = await readCandles(this.store, daily);
    const end = newest.count === 0 ? 0 : Math.max(newest.ts[0]! + DAY_MS, days.start);
    await this.loader.settleAsEmpty({ feed, symbol, interval }, { start: end, end: midnight });
    return { end: newest.count === 0 ? null : end, isFinal: false };
  }
}
