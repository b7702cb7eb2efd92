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
  /** Whether it is all that there is, as far as the venue was of help. */
  readonly isComplete: boolean;
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
      return await this.readBack(query, deadline);
    } catch (error) {
      if (!(error instanceof VenueFailure) || error.kind !== 'unknown-symbol') throw error;
      // A symbol that the venue has dropped is served from what is stored, if anything is.
      if (!(await this.store.hasBars(query.feed, query.symbol))) throw error;
      return { bars: await readCandles(this.store, query), fetched: [], isComplete: false };
    }
  }

  /** Settles the time before the end step by step backward until it holds enough bars, or the series begins. */
  private async readBack(query: CandleQuery, deadline: number): Promise<LiveCandles> {
    const cellMs = intervalMs(query.interval);
    const fetched: Span[] = [];
    let settled = endOf(query);
    let start = settled - query.count * cellMs;
    for (;;) {
      start = Math.max(0, start);
      fetched.push(...(await this.settle(query, { start, end: settled }, deadline)));
      const bars = await readCandles(this.store, query);
      const found = bars.count - positionOf(bars, start);
      if (found >= query.count || start === 0) return { bars, fetched, isComplete: true };
      const isEmptyStep = positionOf(bars, settled) === positionOf(bars, start);
      settled = start;
      if (isEmptyStep && settled % DAY_MS !== 0) {
        // The next step reaches the midnight before, so that whole days are left to look for.
        start = floorToInterval(settled, '1d');
        continue;
      }
      if (isEmptyStep) {
        const older = await this.endOfOlderBars(query, settled, deadline);
        if (older === null) return { bars, fetched, isComplete: true };
        settled = older;
      }
      start = settled - Math.max(query.count - found, SMALLEST_STEP_BARS) * cellMs;
    }
  }

  /** Has what is missing of the span loaded; returns what the venue was asked for. */
  private async settle(name: SeriesName, span: Span, deadline: number): Promise<Span[]> {
    const missing = await this.loader.missing(name, span);
    return missing.length === 0 ? [] : this.loader.load(name, missing, deadline);
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
  ): Promise<number | null> {
    const { feed, symbol, interval } = query;
    if ((await this.loader.missing(query, { start: 0, end: midnight })).length === 0) {
      const stored = await readCandles(this.store, { ...query, before: midnight, count: 1 });
      return stored.count === 0 ? null : stored.ts[0]! + intervalMs(interval);
    }
    const daily: CandleQuery = { ...query, interval: '1d', before: midnight, count: 1 };
    const days = { start: Math.max(0, midnight - this.venue.pageMs(feed, '1d')), end: midnight };
    await this.settle(daily, days, deadline);
    // The newest days may not be told yet; then one goes on step by step.
    if ((await this.loader.missing(daily, days)).length > 0) return midnight;
    const newest = await readCandles(this.store, daily);
    const end = newest.count === 0 ? 0 : Math.max(newest.ts[0]! + DAY_MS, days.start);
    await this.loader.settleAsEmpty({ feed, symbol, interval }, { start: end, end: midnight });
    return newest.count === 0 ? null : end;
  }
}
