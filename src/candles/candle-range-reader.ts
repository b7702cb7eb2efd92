import { Injectable } from '@nestjs/common';
import { DAY_MS, ceilToInterval, floorToInterval, intervalMs } from '../market/intervals.js';
import type { Span } from '../market/spans.js';
import { type CandleSource, sourceOf } from './candle-source.js';
import { NO_BARS, positionOf, sliceBars } from './store/bar-columns.js';
import { CandleStore } from './store/candle-store.js';
import { readWhole } from './store/read-candles.js';
import type { OldestBars } from './store/read-oldest-candles.js';
import { type CandleRange, readRange } from './store/read-range.js';
import { CandleLoader, type LoadLimits } from './venue/candle-loader.js';
import { Clock } from './venue/clock.js';
import { VenueClient } from './venue/venue-client.js';
import { VenueFailure } from './venue/venue-failure.js';

export interface ReadRange {
  readonly range: CandleRange;
  readonly source: CandleSource;
  /** Whether only a write to the store can change the answer. */
  readonly isFinal: boolean;
}

/** How long a read waits for the venue, ms. */
const READ_MS = 8_000;

/** Pages that a read requests at most. All days since 1970 take 41, 2000 bars 5, and gaps some more. */
const MAX_REQUESTS = 80;

/** Pages of daily bars that are requested at once to find the next bars. */
const PAGES_OF_DAYS = 4;

/** Reads candles forward in time, and has what the store lacks of an answer loaded first. */
@Injectable()
export class CandleRangeReader {
  constructor(
    private readonly store: CandleStore,
    private readonly loader: CandleLoader,
    private readonly venue: VenueClient,
    private readonly clock: Clock,
  ) {}

  /**
   * What is known of a span from its start on. In live mode only what the venue left unclear is missing.
   * @throws VenueFailure when the venue was needed and could not help
   */
  async read(wanted: OldestBars): Promise<ReadRange> {
    const { start, end } = wanted;
    if (start >= end) return fromStore({ bars: NO_BARS, gaps: [], missing: [], end }, true);
    const whole = await this.readWhole(wanted);
    if (whole) return fromStore(whole, true);
    if (this.venue.isOffline) return fromStore(await readRange(this.store, wanted), true);
    const limits = { deadline: this.clock.now() + READ_MS, requestsLeft: MAX_REQUESTS };
    try {
      return await this.readForward(wanted, limits);
    } catch (error) {
      if (!(error instanceof VenueFailure) || error.kind !== 'unknown-symbol') throw error;
      // A symbol that the venue has removed is served from the store.
      if (!(await this.store.hasBars(wanted.feed, wanted.symbol))) throw error;
      return fromStore(await readRange(this.store, wanted), false);
    }
  }

  /**
   * Most answers are stored without a gap, and take a single look at the store. It includes the cell after the answer: a
   * gap there would belong to the answer.
   */
  private async readWhole({ start, ...wanted }: OldestBars): Promise<CandleRange | null> {
    const { count } = wanted;
    const cellMs = intervalMs(wanted.interval);
    const bars = await readWhole(this.store, wanted, {
      start,
      end: Math.min(wanted.end, start + (count + 1) * cellMs),
    });
    const end = Math.min(wanted.end, start + count * cellMs);
    return bars && { bars: sliceBars(bars, 0, Math.min(count, bars.count)), gaps: [], missing: [], end };
  }

  /** Loads what is missing, step by step forward in time, until the venue need not be asked for any of the answer. */
  private async readForward(wanted: OldestBars, limits: LoadLimits): Promise<ReadRange> {
    const fetched: Span[] = [];
    let asked: Span = { start: wanted.start, end: wanted.start };
    for (;;) {
      const range = await readRange(this.store, wanted);
      const { spans, isFinal } = await this.loader.missing(wanted, { start: asked.end, end: range.end });
      const [next] = spans;
      if (!next) {
        const source = sourceOf(range.bars, fetched);
        return { range, source, isFinal: isFinal && asked.end === wanted.start };
      }
      const isAfterEmptyStep =
        asked.start < asked.end &&
        next.start === asked.end &&
        positionOf(range.bars, asked.start) === positionOf(range.bars, asked.end);
      if (isAfterEmptyStep && next.start % DAY_MS === 0) {
        const start = await this.startOfNewerBars(wanted, next.start, limits);
        if (start > next.start) {
          asked = { start: asked.start, end: start };
          continue;
        }
      }
      asked = { start: next.start, end: this.endOfStep(wanted, next.start, asked, isAfterEmptyStep) };
      const missing = await this.loader.missing(wanted, asked);
      fetched.push(...(await this.loader.load(wanted, missing.spans, limits)));
    }
  }

  /** The first step is as long as the answer, later ones are a page of the venue at least. */
  private endOfStep(
    { feed, interval, count, start, end }: OldestBars,
    from: number,
    before: Span,
    isAfterEmptyStep: boolean,
  ): number {
    // The next step begins at midnight, so that whole days are left to search.
    if (isAfterEmptyStep && from % DAY_MS !== 0) return Math.min(end, ceilToInterval(from, '1d'));
    const countMs = count * intervalMs(interval);
    const isFirst = before.end === start;
    return Math.min(end, from + (isFirst ? countMs : Math.max(countMs, this.venue.pageMs(feed, interval))));
  }

  /**
   * Where the bars after a long empty span may begin, `midnight` if at once. Pages of daily bars tell it, in place of
   * many pages of minutes, and the empty span is covered.
   */
  private async startOfNewerBars(wanted: OldestBars, midnight: number, limits: LoadLimits): Promise<number> {
    const reach = midnight + PAGES_OF_DAYS * this.venue.pageMs(wanted.feed, '1d');
    const days = { start: midnight, end: Math.min(reach, floorToInterval(wanted.end, '1d')) };
    if (days.start >= days.end) return midnight;
    const newest = { ...wanted, interval: '1d', count: 1, ...days } as const;
    await this.loader.load(newest, (await this.loader.missing(newest, days)).spans, limits);
    const { bars, missing } = await readRange(this.store, newest);
    const start = bars.ts[0] ?? missing[0]?.start ?? days.end;
    await this.loader.coverEmpty(wanted, { start: midnight, end: start });
    return start;
  }
}

const fromStore = (range: CandleRange, isFinal: boolean): ReadRange => ({ range, source: 'cache', isFinal });
