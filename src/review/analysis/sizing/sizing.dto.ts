import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableTime, NullableWord, Word } from '../../../shared/fields/answer-fields.js';
import { Optional, QueryNumber } from '../../../shared/fields/fields.js';
import { NumberList } from '../../../shared/fields/number-list.js';
import { USUAL_LEVEL } from '../confidence/estimates.js';
import { measureFields } from '../measure-fields.js';
import { LARGEST_SEED } from '../random-draws.js';
import { SliceQuery, SlicedAnswer } from '../slices/slice.dto.js';
import { OPTIMUM_REASONS, type OptimumReason } from './optimum.js';
import { MAX_SIZING_RESAMPLES, MIN_SIZING_RESAMPLES } from './resamples-for.js';
import { SIZES_BY, SIZING_REASONS, type SizedBy, type SizingReason } from './sized-trades.js';
import { SIZING_DEFINITIONS } from './sizing-definitions.js';

/** Maximum number of sizes. */
const MAX_SIZES = 20;

export class SizingQuery extends SliceQuery {
  /**
   * Up to 20 risks per trade, in percent of the equity, separated by commas. Default: 0.25, 0.5, 1 and 2. Not allowed
   * with `notional`.
   * @example [0.5, 1, 2]
   */
  @Optional()
  @NumberList({ most: MAX_SIZES, bounds: { minimum: 0.01, maximum: 100 } }, (_, { notional }) =>
    notional === undefined ? undefined : 'must not be given with notional',
  )
  readonly risk?: string;

  /** Up to 20 notionals per trade, in percent of the equity, separated by commas. */
  @Optional()
  @NumberList({ most: MAX_SIZES, bounds: { minimum: 0.1, maximum: 1_000 } })
  readonly notional?: string;

  /**
   * Confidence level: the probability that the interval of the optimum contains the true value.
   * @example 0.95
   */
  @Optional()
  @QueryNumber({ minimum: 0.8, maximum: 0.99 })
  readonly level: number = USUAL_LEVEL;

  /**
   * Number of resamples for the interval of the optimum. resamples · used trades must not exceed 5,000,000. Default:
   * 1000; the default is lower for more than 5,000 used trades. There is no interval for more than 50,000 used trades.
   * @example 1000
   */
  @Optional()
  @QueryNumber({ minimum: MIN_SIZING_RESAMPLES, maximum: MAX_SIZING_RESAMPLES, integer: true })
  readonly resamples?: number;

  /**
   * Seed of the random numbers. With the same seed, the same trades give the same response. Default: the session's
   * `randomSeed` modulo 2^32.
   * @example 42
   */
  @Optional()
  @QueryNumber({ minimum: 0, maximum: LARGEST_SEED, integer: true })
  readonly seed?: number;
}

export class SizingTradesDto extends measureFields(SIZING_DEFINITIONS.trades) {}

export class SizedRowDto extends measureFields(SIZING_DEFINITIONS.rows) {
  /** Time at which the equity fell to 0, epoch milliseconds; null if the equity never fell to 0. */
  @NullableTime({ example: null })
  readonly ruinedAt!: number | null;
}

export class OptimumDto extends measureFields(SIZING_DEFINITIONS.optimum) {
  /**
   * Lower bound of the interval of the optimum, percent; null for the reason in `reason`.
   * @example null
   */
  @NullableNumber()
  readonly low!: number | null;

  /**
   * Upper bound of the interval of the optimum, percent; null for the reason in `reason`.
   * @example null
   */
  @NullableNumber()
  readonly high!: number | null;

  /**
   * Reason why a figure is null. `no-loss`: no used trade has a loss, so there is no optimum. `too-few-trades`: there
   * are fewer than 10 used trades. `too-few-losses`: fewer than 5 used trades have a loss. `too-many-trades`: there are
   * more than 50,000 used trades. `unbounded`: too many resamples have no loss. Null if no figure is null.
   */
  @NullableWord(OPTIMUM_REASONS)
  readonly reason!: OptimumReason | null;
}

export class SizingAnswer extends measureFields(SIZING_DEFINITIONS, SlicedAnswer) {
  /**
   * Reason why there are no rows. `no-trades`: there are no trades. `no-valid-stops`: no trade has an R. Null if there
   * are rows.
   */
  @NullableWord(SIZING_REASONS)
  readonly reason!: SizingReason | null;

  /**
   * Meaning of the sizes: `risk` is the share of the equity at risk, `notional` the notional as a share of the equity.
   * @example "risk"
   */
  @Word(SIZES_BY)
  readonly by!: SizedBy;

  /** Number of all trades and number of used trades. */
  readonly trades!: SizingTradesDto;

  /** The account for each size, ascending by size. No row is marked as the best. Empty if there are no used trades. */
  readonly rows!: SizedRowDto[];

  /** The size with the fastest growth. */
  @ApiProperty({ type: () => OptimumDto })
  readonly optimum!: OptimumDto;
}
