import { Injectable } from '@nestjs/common';
import {
  INTERVALS,
  type Interval,
  MINUTE_MS,
  floorToInterval,
  intervalMs,
} from '../shared/market/intervals.js';
import type { Span } from '../shared/market/spans.js';
import { CandleReader, type ReadCandles, fromStore } from './candle-reader.js';
import { type CandleSource, sourceOf } from './candle-source.js';
import { NO_BARS } from './store/bar-columns.js';
import { CandleStore } from './store/candle-store.js';
import { type FormingBar, closedBars, formingBar, isSettled, minutesWithin } from './store/known-as-of.js';
import { NOTHING_AS_OF, type StoredAsOf } from './store/read-as-of.js';
import type { MarketKey } from './store/series-key.js';
import { CandleLoader } from './venue/candle-loader.js';
import type { LoadLimits } from './venue/load-limits.js';
import { VenueClient } from './venue/venue-client.js';
import { VenueFailure } from './venue/venue-failure.js';

/** Query for the bars that were known at an instant. */
export interface AsOf extends MarketKey {
  /** Maximum number of closed bars of each interval. */
  readonly count: number;
  /** The end of the minutes that were closed at the instant, and are now, ms UTC: on the grid of the minutes. */
  readonly until: number;
  /** The intervals whose closed bars are read. */
  readonly closed: readonly Interval[];
  /** The intervals whose forming bar is read, with the open times of these bars. */
  readonly forming: ReadonlyMap<Interval, number>;
}

export interface ReadForming {
  readonly bar: FormingBar | null;
  /** Source of the minutes of the bar. */
  readonly source: CandleSource;
  /** True if only a write to the store can change the bar. */
  readonly isFinal: boolean;
}

export interface ReadAsOf {
  readonly closed: ReadonlyMap<Interval, ReadCandles>;
  readonly forming: ReadonlyMap<Interval, ReadForming>;
}

/**
 * Reads the closed bars and the forming bars of several intervals at an instant. One statement reads all of them in the
 * most frequent case. Everything else is read as for `GET /candles`, one interval after the other.
 */
@Injectable()
export class AsOfReader {
  constructor(
    private readonly store: CandleStore,
    private readonly reader: CandleReader,
    private readonly loader: CandleLoader,
    private readonly venue: VenueClient,
  ) {}

  /** @throws VenueFailure if the venue was needed and could not be used */
  async read(wanted: AsOf): Promise<ReadAsOf> {
    const limits = this.reader.limits(wanted.closed.length + 1);
    const stored = await this.stored(wanted);
    const closed = new Map<Interval, ReadCandles>();
    // Larger bars come first: after the minutes were loaded, larger bars would be made from them, as if from the store.
    for (const interval of INTERVALS.toReversed()) {
      if (!wanted.closed.includes(interval)) continue;
      const bars = closedBars(stored, interval, wanted, !this.venue.isOffline);
      const end = floorToInterval(wanted.until, interval);
      const { feed, symbol, count } = wanted;
      closed.set(
        interval,
        bars ? fromStore(bars, true) : await this.reader.read({ feed, symbol, interval, count, end }, limits),
      );
    }
    const fetched = closed.get('1m')?.fetched ?? [];
    return { closed, forming: await this.forming(wanted, stored, fetched, limits) };
  }

  /** Reads what one statement can read: nothing for a larger interval with a series of its own. */
  private async stored({ feed, symbol, count, until, closed, forming }: AsOf): Promise<StoredAsOf> {
    const series = await this.store.revisions({ feed, symbol });
    const minutes = series.find(({ interval }) => interval === '1m');
    if (!minutes) return NOTHING_AS_OF;
    const larger = INTERVALS.filter((interval) => interval !== '1m' && closed.includes(interval));
    const made = larger.filter((interval) => series.every((own) => own.interval !== interval));
    const open = Math.min(until, ...forming.values());
    const spans = closed.map((interval) => floorToInterval(until, interval) - count * intervalMs(interval));
    return this.store.asOf({
      minutesId: minutes.id,
      until,
      minutes: Math.max((until - open) / MINUTE_MS, closed.includes('1m') ? count : 0),
      made,
      count,
      gapsFrom: this.venue.isOffline ? null : Math.min(open, ...spans),
    });
  }

  /**
   * Returns the forming bars. In live mode, missing minutes of these bars are loaded first.
   * @param before the spans of minutes that were already requested from the venue for this response
   */
  private async forming(
    wanted: AsOf,
    stored: StoredAsOf,
    before: readonly Span[],
    limits: LoadLimits,
  ): Promise<ReadonlyMap<Interval, ReadForming>> {
    const whole = { start: Math.min(wanted.until, ...wanted.forming.values()), end: wanted.until };
    const isKnown = this.venue.isOffline || isSettled(stored, whole);
    const fetched = isKnown ? [] : [...before, ...(await this.loadMinutes(wanted, whole, limits))];
    const now = isKnown ? stored : await this.stored({ ...wanted, closed: [] });
    const forming = new Map<Interval, ReadForming>();
    for (const [interval, start] of wanted.forming) {
      const span = { start, end: wanted.until };
      const bar = formingBar(now, interval, span);
      const minutes = bar ? minutesWithin(now, span) : NO_BARS;
      const isFinal = this.venue.isOffline || (isSettled(now, span) && fetched.length === 0);
      forming.set(interval, { bar, source: sourceOf(minutes, fetched), isFinal });
    }
    return forming;
  }

  /** Loads the missing minutes of a span. Returns the spans that were requested from the venue. */
  private async loadMinutes({ feed, symbol }: AsOf, span: Span, limits: LoadLimits): Promise<Span[]> {
    const series = { feed, symbol, interval: '1m' } as const;
    try {
      const { spans } = await this.loader.missing(series, span);
      return spans.length > 0 ? await this.loader.load(series, spans, limits) : [];
    } catch (error) {
      if (!(error instanceof VenueFailure) || error.kind !== 'unknown-symbol') throw error;
      // The venue may have removed the symbol. Its stored bars are still returned.
      if (!(await this.store.hasBars(feed, symbol))) throw error;
      return [];
    }
  }
}
