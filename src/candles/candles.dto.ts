import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Optional, QueryNumber, SymbolName } from '../common/fields.js';
import { FEEDS, INTERVALS, type Feed, type Interval } from './intervals.js';

export const CANDLE_SOURCES = ['cache', 'venue', 'mixed'] as const;

export class CandlesQuery {
  /** Which market of the venue. */
  @Optional({ default: 'venue-spot' })
  @OneOf(FEEDS)
  readonly feed?: Feed;

  /** Symbol, in upper or lower case. */
  @SymbolName()
  readonly symbol!: string;

  /**
   * Length of a bar.
   * @example "1h"
   */
  @OneOf(INTERVALS)
  readonly interval!: Interval;

  /**
   * How many bars at most.
   * @example 100
   */
  @Optional({ default: 500 })
  @QueryNumber({ integer: true, minimum: 1, maximum: 2000 })
  readonly count?: number;

  /**
   * Exclusive upper bound of the bars' open times, epoch milliseconds; now when left out. The next page back is
   * `before = candles[0].ts`.
   * @example 1680364800000
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
  @ApiProperty({ type: 'integer', format: 'int64' })
  readonly ts!: number;

  /** @example 28400.07 */
  readonly open!: number;

  /** @example 28443.04 */
  readonly high!: number;

  /** @example 28280 */
  readonly low!: number;

  /** @example 28326 */
  readonly close!: number;

  /**
   * Volume in units of the symbol's base.
   * @example 1529.35437
   */
  readonly volume!: number;
}

export class CandlesAnswer {
  /** @example "BTCUSDT" */
  readonly symbol!: string;

  @ApiProperty({ enum: FEEDS, example: 'venue-spot' })
  readonly feed!: string;

  @ApiProperty({ enum: INTERVALS, example: '1h' })
  readonly interval!: string;

  /** Where the bars come from: the store (`cache`), the venue just now (`venue`), or both (`mixed`). */
  @ApiProperty({ enum: CANDLE_SOURCES, example: 'cache' })
  readonly source!: (typeof CANDLE_SOURCES)[number];

  /** Closed bars, ascending by `ts`, each once. */
  readonly candles!: CandleDto[];
}
