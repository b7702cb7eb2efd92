import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord } from '../../../shared/fields/answer-fields.js';
import { Optional, QueryNumber } from '../../../shared/fields/fields.js';
import { measureFields } from '../measure-fields.js';
import { LARGEST_SEED } from '../random-draws.js';
import { SlicedAnswer, ThresholdSliceQuery } from '../slices/slice.dto.js';
import { CONFIDENCE_DEFINITIONS } from './confidence-definitions.js';
import {
  ESTIMATE_METHODS,
  ESTIMATE_NOTES,
  ESTIMATE_REASONS,
  USUAL_LEVEL,
  type EstimateMethod,
  type EstimateNote,
  type EstimateReason,
} from './estimates.js';
import { MIN_RESAMPLES } from './resample-count.js';

export class ConfidenceQuery extends ThresholdSliceQuery {
  /**
   * Confidence level: the probability that an interval contains the true value.
   * @example 0.95
   */
  @Optional()
  @QueryNumber({ minimum: 0.8, maximum: 0.99 })
  readonly level: number = USUAL_LEVEL;

  /**
   * Number of resamples per figure. Above 100, resamples · trades of the session must not exceed 20,000,000. Default:
   * 2000; lower for a session of more than 10,000 trades.
   * @example 2000
   */
  @Optional()
  @QueryNumber({ minimum: MIN_RESAMPLES, maximum: 10_000, integer: true })
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

export class EstimateDto {
  /**
   * The figure of the statistics; null if it is undefined.
   * @example 0.5
   */
  @NullableNumber()
  readonly value!: number | null;

  /**
   * Lower bound of the interval; null for the reason in `reason`.
   * @example 0.21521606
   */
  @NullableNumber()
  readonly low!: number | null;

  /**
   * Upper bound of the interval; null for the reason in `reason`.
   * @example 0.78478394
   */
  @NullableNumber()
  readonly high!: number | null;

  /**
   * Method of the interval: `wilson` for a share; `bca`, the bias-corrected and accelerated bootstrap; `percentile`,
   * the quantiles of the resamples. Null if there is no interval.
   * @example "wilson"
   */
  @NullableWord(ESTIMATE_METHODS)
  readonly method!: EstimateMethod | null;

  /**
   * `indicative` if there are fewer than 20 trades, for which the interval is only rough; otherwise null.
   * @example "indicative"
   */
  @NullableWord(ESTIMATE_NOTES)
  readonly note!: EstimateNote | null;

  /**
   * Reason why a bound is null. `too-few-trades`: no trades for a winrate, or fewer than 10 for a mean.
   * `too-few-losses`: fewer than 5 trades with a loss. `equal-trades`: all trades have the same result. `unbounded`:
   * too many resamples have no loss, so the bound is infinite. Null if both bounds are present.
   */
  @NullableWord(ESTIMATE_REASONS)
  readonly reason!: EstimateReason | null;
}

export class ConfidenceAnswer extends measureFields(CONFIDENCE_DEFINITIONS, SlicedAnswer) {
  /** Reason why there are no figures; null if there are trades. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;

  /** Share of the trades that are wins, 0..1; break-evens count as trades. */
  @ApiProperty({ type: () => EstimateDto })
  readonly winrate!: EstimateDto;

  /** Mean plNet of a trade, account currency. */
  @ApiProperty({ type: () => EstimateDto })
  readonly expectancy!: EstimateDto;

  /** Mean rMultiple of the trades with an rMultiple. */
  @ApiProperty({ type: () => EstimateDto })
  readonly avgRMultiple!: EstimateDto;

  /** Net profits in units of net losses. */
  @ApiProperty({ type: () => EstimateDto })
  readonly netProfitFactor!: EstimateDto;
}
