import { Time, Word } from '../shared/fields/answer-fields.js';
import { OneOf, Optional, SymbolName } from '../shared/fields/fields.js';
import { FEEDS, type Feed } from '../shared/market/feeds.js';
import { INTERVALS, type Interval } from '../shared/market/intervals.js';
import type { Span } from '../shared/market/spans.js';
import type { CoveredSeries } from './store/covered-series.js';

export class SeriesFilterQuery {
  /** Only series of this symbol, such as `BTCUSDT`, in upper or lower case. */
  @Optional()
  @SymbolName()
  readonly symbol?: string;

  /** Only series of this feed. */
  @Optional()
  @OneOf(FEEDS)
  readonly feed?: Feed;

  /** Only series with bars of this length. */
  @Optional()
  @OneOf(INTERVALS)
  readonly interval?: Interval;
}

/** A half-open span of time. */
export class SpanDto {
  /**
   * Open time of the first bar of the span, epoch milliseconds.
   * @example 1680361200000
   */
  @Time()
  readonly from!: number;

  /**
   * End of the span, exclusive, epoch milliseconds.
   * @example 1680364800000
   */
  @Time()
  readonly to!: number;
}

export class SeriesDto {
  /**
   * Symbol of the market, in upper case.
   * @example "BTCUSDT"
   */
  readonly symbol!: string;

  /**
   * Feed of the market.
   * @example "venue-spot"
   */
  @Word(FEEDS)
  readonly feed!: string;

  /**
   * Length of a bar.
   * @example "1m"
   */
  @Word(INTERVALS)
  readonly interval!: string;

  /** Spans in which every bar of the series is known, ascending. Bars between two spans were never loaded. */
  readonly spans!: SpanDto[];
}

export class SeriesAnswer {
  /** Series by feed, symbol and length of a bar. */
  readonly series!: SeriesDto[];
}

export const toSpanDto = ({ start, end }: Span): SpanDto => ({ from: start, to: end });

export const toSeriesDto = ({ symbol, feed, interval, spans }: CoveredSeries): SeriesDto => ({
  symbol,
  feed,
  interval,
  spans: spans.map(toSpanDto),
});
