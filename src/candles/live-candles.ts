import { Injectable } from '@nestjs/common';
import { type BarColumns, positionOf } from './bar-columns.js';
import { CandleLoader } from './candle-loader.js';
import { CandleStore } from './candle-store.js';
import { ceilToInterval, closedUntil, intervalMs } from './intervals.js';
import { CandleQuery, readCandles } from './read-candles.js';
import { type Span } from './spans.js';
import { VenueClient } from './venue/venue-client.js';
import { VenueFailure } from './venue/venue-failure.js';

export interface LiveCandles {
  readonly bars: BarColumns;
  /** Spans that the venue was asked for, for this answer. */
  readonly fetched: readonly Span[];
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
    const { interval, before = Infinity } = query;
    const end = Math.min(ceilToInterval(before, interval), closedUntil(interval, query.now));
    try {
      return await this.readBackFrom(query, end, deadline);
    } catch (error) {
      if (!(error instanceof VenueFailure) || error.kind !== 'unknown-symbol') throw error;
      // A symbol that the venue has dropped is served from what is stored, if anything is.
      if (!(await this.store.hasBars(query.feed, query.symbol))) throw error;
      return { bars: await readCandles(this.store, query), fetched: [] };
    }
  }

  /** Settles the time before `end` step by step backward until it holds enough bars, or the series begins. */
  private async readBackFrom(query: CandleQuery, end: number, deadline: number): Promise<LiveCandles> {
    const cellMs = intervalMs(query.interval);
    const fetched: Span[] = [];
    let settled = end;
    let start = end - query.count * cellMs;
    for (;;) {
      start = Math.max(0, start);
      const missing = await this.loader.missing(query, { start, end: settled });
      if (missing.length > 0) await this.loader.load(query, missing, deadline);
      fetched.push(...missing);
      const bars = await readCandles(this.store, query);
      const found = bars.count - positionOf(bars, start);
      if (found >= query.count || start === 0) return { bars, fetched };
      const isEmptyStep = positionOf(bars, settled) === positionOf(bars, start);
      settled = start;
      if (isEmptyStep && settled % DAY_MS !== 0) {
        // The next step reaches the midnight before, so that whole days are left to look for.
        start = settled - (settled % DAY_MS);
        continue;
      }
      if (isEmptyStep) {
        const older = await this.endOfOlderBars(query, settled, deadline);
        if (older === null) return { bars, fetched };
        settled = older;
      }
      start = settled - Math.max(query.count - found, SMALLEST_STEP_BARS) * cellMs;
    }
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
    const days = { start: Math.max(0, midnight - this.venue.pageMs(feed, '1d')), end: midnight };
    const { bars } = await this.venue.page(feed, symbol, '1d', days, deadline);
    const end = bars.count === 0 ? 0 : bars.ts[bars.count - 1]! + DAY_MS;
    await this.loader.settleAsEmpty(query, { start: end, end: midnight });
    return bars.count === 0 ? null : end;
  }
}
