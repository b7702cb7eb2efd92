import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole } from '../../fields/answer-fields.js';
import { Optional, QueryNumber } from '../../fields/fields.js';
import { StatsQuery } from '../../stats/stats.dto.js';
import { LARGEST_SEED } from '../random-draws.js';
import {
  ESTIMATE_METHODS,
  ESTIMATE_NOTES,
  ESTIMATE_REASONS,
  USUAL_LEVEL,
  type EstimateMethod,
  type EstimateNote,
  type EstimateReason,
} from './estimates.js';

/** Fewer show a quantile at the edge too roughly. */
export const FEWEST_RESAMPLES = 100;

export class ConfidenceQuery extends StatsQuery {
  /**
   * Probability with which an interval holds the true value.
   * @example 0.95
   */
  @Optional()
  @QueryNumber({ minimum: 0.8, maximum: 0.99 })
  readonly level: number = USUAL_LEVEL;

  /**
   * How often the trades are drawn anew for each figure. Above 100, resamples · trades of the session must not exceed
   * 20,000,000. If left out 2000, and fewer for a session of more than 10,000 trades.
   * @example 2000
   */
  @Optional()
  @QueryNumber({ minimum: FEWEST_RESAMPLES, maximum: 10_000, integer: true })
  readonly resamples?: number;

  /**
   * Seed of the random numbers: with the same seed, the same trades give the same answer. The session's `randomSeed` modulo
   * 2^32 if left out.
   * @example 42
   */
  @Optional()
  @QueryNumber({ minimum: 0, maximum: LARGEST_SEED, integer: true })
  readonly seed?: number;
}

export class EstimateDto {
  /**
   * The figure of the statistics; null where it is undefined.
   * @example 0.5
   */
  @NullableNumber()
  readonly value!: number | null;

  /**
   * Lower end of the interval; null where `reason` says why.
   * @example 0.21521606
   */
  @NullableNumber()
  readonly low!: number | null;

  /**
   * Upper end of the interval; null where `reason` says why.
   * @example 0.78478394
   */
  @NullableNumber()
  readonly high!: number | null;

  /**
   * How the interval was made: `wilson` of a share; `bca`, the bias-corrected and accelerated bootstrap; `percentile`, the
   * quantiles of the resamples as they are. Null without an interval.
   * @example "wilson"
   */
  @NullableWord(ESTIMATE_METHODS)
  readonly method!: EstimateMethod | null;

  /**
   * `indicative`: from fewer than 20 trades, which bound the figure only roughly. Null otherwise.
   * @example "indicative"
   */
  @NullableWord(ESTIMATE_NOTES)
  readonly note!: EstimateNote | null;

  /**
   * Why an end is null: `too-few-trades`, none for a winrate and fewer than 10 for a mean; `too-few-losses`, fewer than 5 trades
   * with a loss; `equal-trades`, all have the same result; `unbounded`, so many resamples have no loss that the end is infinite.
   * Null with both ends.
   */
  @NullableWord(ESTIMATE_REASONS)
  readonly reason!: EstimateReason | null;
}

export class ConfidenceAnswer {
  /**
   * Version of the formulas.
   * @example "1.0.0"
   */
  readonly calculationVersion!: string;

  /** Why there is no figure; null when there are trades. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;

  /**
   * Probability with which an interval holds the true value.
   * @example 0.95
   */
  readonly level!: number;

  /**
   * How often the trades were drawn anew for each figure.
   * @example 2000
   */
  @Whole()
  readonly resamples!: number;

  /**
   * Seed of the random numbers; send it to get the same answer again.
   * @example 42
   */
  @Whole()
  readonly seed!: number;

  /** Share of the trades that are wins, 0..1, break-evens count as trades. */
  @ApiProperty({ type: () => EstimateDto })
  readonly winrate!: EstimateDto;

  /** Mean plNet of a trade, account currency. */
  @ApiProperty({ type: () => EstimateDto })
  readonly expectancy!: EstimateDto;

  /** Mean rMultiple of the trades that have one. */
  @ApiProperty({ type: () => EstimateDto })
  readonly avgRMultiple!: EstimateDto;

  /** Net profits in units of net losses. */
  @ApiProperty({ type: () => EstimateDto })
  readonly netProfitFactor!: EstimateDto;
}
