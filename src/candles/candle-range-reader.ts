import { Injectable } from '@nestjs/common';
import { DAY_MS, ceilToInterval, floorToInterval, intervalMs } from '../shared/market/intervals.js';
import type { Span } from '../shared/market/spans.js';
import { type CandleSource, sourceOf } from './candle-source.js';
import { NO_BARS, positionOf, sliceBars } from './store/bar-columns.js';
import { CandleStore } from './store/candle-store.js';
import { readWhole } from './store/read-candles.js';
import type { OldestBars } from './store/read-oldest-candles.js';
import { type CandleRange, readRange } from './store/read-range.js';
import { CandleLoader } from './venue/candle-loader.js';
import { Clock } from './venue/clock.js';
import type { LoadLimits } from './venue/load-limits.js';
import { VenueClient } from './venue/venue-client.js';
import { VenueFailure } from './venue/venue-failure.js';

export interface ReadRange {
  readonly range: CandleRange;
  readonly source: CandleSource;
  /** True if only a write to the store can change the response. */
  readonly isFinal: boolean;
}

/** Maximum time that a read waits for the venue, ms. */
const READ_MS = 8_000;

/**
 * Maximum number of pages that a read requests. All days since 1970 take 41 pages. 2000 bars take 5 pages, and a few
 * more if there are gaps.
 */
const MAX_REQUESTS = 80;

/** Number of pages of daily bars that are requested at once to find the next bars. */
const PAGES_OF_DAYS = 4;

/** Reads candles forward in time. Loads the bars that the store lacks first. */
@Injectable()
export class CandleRangeReader {
  constructor(
    private readonly store: CandleStore,
    private readonly loader: CandleLoader,
    private readonly venue: VenueClient,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the bars, gaps and missing spans from the start of a span on. In live mode, a span is missing only if the
   * responses of the venue did not show whether it has bars.
   * @throws VenueFailure if the venue was needed and could not be used
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
      // The venue may have removed the symbol. Its stored bars are still returned.
      if (!(await this.store.hasBars(wanted.feed, wanted.symbol))) throw error;
      return fromStore(await readRange(this.store, wanted), false);
    }
  }

  /**
   * Returns the response if a bar is stored for every cell of its span, which is the most frequent case.
   * Takes a single read of the store. The read includes the cell after the last bar, because a gap in that cell would
   * belong to the response.
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

  /** Loads missing bars step by step, forward in time, until the response needs nothing more from the venue. */
  private async readForward(wanted: OldestBars, limits: LoadLimits): Promise<ReadRange> {
    const fetched: Span[] = [];
    let asked: Span = { start: wanted.start, end: wanted.start };
    for (;;) {
      const range = await readRange(this.store, wanted);
      // Uses the coverage of the response. With a newer coverage, bars that another request has stored in the meantime
      // would not be loaded, and the response would still show them as missing.
      const rest = { ...range.coverage, span: { start: asked.end, end: range.end } };
      const { spans, isFinal } = this.loader.missingIn(wanted, rest);
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

  /**
   * Returns the end of the next step. The first step is as long as the response; later steps are at least as long as a
   * page of the venue.
   */
  private endOfStep(
    { feed, interval, count, start, end }: OldestBars,
    from: number,
    before: Span,
    isAfterEmptyStep: boolean,
  ): number {
    // The next step begins at midnight, so that whole days remain to be searched.
    if (isAfterEmptyStep && from % DAY_MS !== 0) return Math.min(end, ceilToInterval(from, '1d'));
    const countMs = count * intervalMs(interval);
    const isFirst = before.end === start;
    return Math.min(end, from + (isFirst ? countMs : Math.max(countMs, this.venue.pageMs(feed, interval))));
  }

  /**
   * Searches for the next bars after a span without bars, which may be long. Requests a few pages of daily bars instead
   * of many pages of minutes. Marks the empty span as covered. Returns the time from which there may be bars, which is
   * `midnight` if there may be bars right after `midnight`.
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
