import { ApiProperty } from '@nestjs/swagger';
import { Time, Word } from '../shared/fields/answer-fields.js';
import { Optional, QueryInstant, QueryNumber } from '../shared/fields/fields.js';
import { WordList } from '../shared/fields/word-list.js';
import { FEEDS } from '../shared/market/feeds.js';
import { INTERVALS } from '../shared/market/intervals.js';
import { CANDLE_SOURCES, type CandleSource } from './candle-source.js';
import { CandleDto, MarketQuery } from './candles.dto.js';

export class CandlesAsOfQuery extends MarketQuery {
  /** Lengths of the bars, with commas between them. The response has their series in this order. */
  @WordList(INTERVALS, ['5m', '1h'])
  readonly intervals!: string;

  /**
   * The instant, epoch milliseconds; must not be later than now.
   * @example 1680362580000
   */
  @QueryInstant()
  readonly at!: number;

  /**
   * Maximum number of closed bars of each interval.
   * @example 500
   */
  @Optional()
  @QueryNumber({ integer: true, minimum: 1, maximum: 2000 })
  readonly count: number = 500;
}

/** The bar that was open at an instant, made of the minutes that were closed by then. */
export class FormingCandleDto extends CandleDto {
  /**
   * Close of the last minute in the bar, epoch milliseconds; at most `at`.
   * @example 1680362520000
   */
  @Time()
  readonly until!: number;
}

export class SeriesAsOfDto {
  /**
   * Length of a bar.
   * @example "1h"
   */
  @Word(INTERVALS)
  readonly interval!: string;

  /**
   * Origin of the bars, and of the minutes of the forming bar: the store (`cache`), the venue just now (`venue`), or both
   * (`mixed`).
   * @example "cache"
   */
  @Word(CANDLE_SOURCES)
  readonly source!: CandleSource;

  /** The newest bars that were closed at the instant, ascending by `ts`, without duplicates. */
  readonly candles!: CandleDto[];

  /**
   * The bar that was open at the instant. Null for the interval 1m, if a bar opens exactly at the instant, if the bar has
   * no closed minute with trades yet, and if it is unknown whether its minutes up to the instant are all stored.
   */
  @ApiProperty({ type: () => FormingCandleDto, nullable: true })
  readonly forming!: FormingCandleDto | null;
}

export class CandlesAsOfAnswer {
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
   * The instant, epoch milliseconds.
   * @example 1680362580000
   */
  @Time()
  readonly at!: number;

  /** The series in the order of `intervals`. */
  readonly series!: SeriesAsOfDto[];
}
