import { Time, Word } from '../shared/fields/answer-fields.js';
import { OneOf, Optional, QueryNumber, SymbolName } from '../shared/fields/fields.js';
import { INTERVALS, type Interval } from '../shared/market/intervals.js';
import { FEEDS, type Feed } from '../shared/market/feeds.js';
import { CANDLE_SOURCES, type CandleSource } from './candle-source.js';

/** Query that names a market. */
export class MarketQuery {
  /** Feed of the market. */
  @Optional()
  @OneOf(FEEDS)
  readonly feed: Feed = 'venue-spot';

  /**
   * Symbol of the market, in upper or lower case.
   * @example "BTCUSDT"
   */
  @SymbolName()
  readonly symbol!: string;
}

/** Query that names a series. */
export class SeriesQuery extends MarketQuery {
  /**
   * Length of a bar.
   * @example "1h"
   */
  @OneOf(INTERVALS)
  readonly interval!: Interval;
}

export class CandlesQuery extends SeriesQuery {
  /**
   * Maximum number of bars.
   * @example 500
   */
  @Optional()
  @QueryNumber({ integer: true, minimum: 1, maximum: 2000 })
  readonly count: number = 500;

  /**
   * Exclusive upper bound of the bars' open times, epoch milliseconds. Default: the current time. To get the previous
   * page, set `before = candles[0].ts`. The bound is not for the close times: the last bar of a past `before` may close
   * later, and its prices may be from after `before`. `GET /candles/as-of` returns only what was known at an instant.
   */
  @Optional()
  @QueryNumber({ integer: true, minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
  readonly before?: number;
}

export class CandleDto {
  /**
   * Open time of the bar, epoch milliseconds.
   * @example 1680361200000
   */
  @Time()
  readonly ts!: number;

  /**
   * First price of the bar.
   * @example 28400.07
   */
  readonly open!: number;

  /**
   * Highest price of the bar.
   * @example 28443.04
   */
  readonly high!: number;

  /**
   * Lowest price of the bar.
   * @example 28280
   */
  readonly low!: number;

  /**
   * Last price of the bar.
   * @example 28326
   */
  readonly close!: number;

  /**
   * Volume in units of the symbol's base.
   * @example 1529.35437
   */
  readonly volume!: number;
}

export class CandlesAnswer {
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
   * @example "1h"
   */
  @Word(INTERVALS)
  readonly interval!: string;

  /**
   * Origin of the bars: the store (`cache`), the venue just now (`venue`), or both (`mixed`).
   * @example "cache"
   */
  @Word(CANDLE_SOURCES)
  readonly source!: CandleSource;

  /** Closed bars, ascending by `ts`, without duplicates. */
  readonly candles!: CandleDto[];
}
