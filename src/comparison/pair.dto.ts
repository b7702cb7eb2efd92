import { Id, NullableNumber, Whole, Word } from '../fields/answer-fields.js';
import { COMPARED_UNITS, type ComparedUnit } from './pairs.js';

export class PairCountsDto {
  /**
   * Of session a.
   * @example 8
   */
  @Whole()
  readonly a!: number;

  /**
   * Of session b.
   * @example 6
   */
  @Whole()
  readonly b!: number;
}

export class PairDto {
  /**
   * Id of the one session.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Id()
  readonly a!: string;

  /**
   * Id of the other session.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7b"
   */
  @Id()
  readonly b!: string;

  /**
   * The field of the trades that is compared: `plNet` where both sessions have the same initial balance and currency,
   * otherwise `rMultiple` where both have 2 trades or more with one, otherwise `plPct`.
   * @example "plNet"
   */
  @Word(COMPARED_UNITS)
  readonly unit!: ComparedUnit;

  /** Trades with a value. */
  readonly n!: PairCountsDto;

  /**
   * Mean of a − mean of b. Null where a side has no value.
   * @example 11.64583333
   */
  @NullableNumber()
  readonly difference!: number | null;

  /**
   * Lower end of the 95 % interval of the difference. This and the following four are null where a side has fewer than 2
   * values, or where neither varies.
   * @example -24.23770376
   */
  @NullableNumber()
  readonly low!: number | null;

  /**
   * Upper end of the interval.
   * @example 47.52937043
   */
  @NullableNumber()
  readonly high!: number | null;

  /**
   * Welch's t: the difference divided by its standard error.
   * @example 0.73518944
   */
  @NullableNumber()
  readonly tStatistic!: number | null;

  /**
   * Of the t distribution, after Welch and Satterthwaite.
   * @example 8.91905281
   */
  @NullableNumber()
  readonly degreesOfFreedom!: number | null;

  /**
   * How probable a difference of this size or more is if there is none, 0..1, two-sided.
   * @example 0.48110777
   */
  @NullableNumber()
  readonly pValue!: number | null;

  /**
   * Time in which both have an open trade in the same symbol and feed, as a share of the time of the one that is in its
   * markets for less, 0..1. Null where that is 0. Sessions over the same time are not independent.
   * @example 0.25
   */
  @NullableNumber()
  readonly sharedMarketTime!: number | null;
}
