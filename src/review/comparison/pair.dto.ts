import { Id, NullableNumber, Whole, Word } from '../../shared/fields/answer-fields.js';
import { COMPARED_UNITS, type ComparedUnit } from './pairs.js';

export class PairCountsDto {
  /**
   * Number of trades of session a.
   * @example 8
   */
  @Whole()
  readonly a!: number;

  /**
   * Number of trades of session b.
   * @example 6
   */
  @Whole()
  readonly b!: number;
}

export class PairDto {
  /**
   * Id of session a.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Id()
  readonly a!: string;

  /**
   * Id of session b.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7b"
   */
  @Id()
  readonly b!: string;

  /**
   * Field of the trades that is compared. It is `plNet` if both sessions have the same initial balance and currency,
   * otherwise `rMultiple` if each session has at least 2 trades with an R multiple, otherwise `plPct`.
   * @example "plNet"
   */
  @Word(COMPARED_UNITS)
  readonly unit!: ComparedUnit;

  /** Number of trades that have a value. */
  readonly n!: PairCountsDto;

  /**
   * Mean of a − mean of b. Null if one of the sessions has no values.
   * @example 11.64583333
   */
  @NullableNumber()
  readonly difference!: number | null;

  /**
   * Lower bound of the 95 % interval of the difference. This field and the four fields after it are null if one of the
   * sessions has fewer than 2 values, or if all values are equal in both sessions.
   * @example -24.23770376
   */
  @NullableNumber()
  readonly low!: number | null;

  /**
   * Upper bound of the interval.
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
   * Degrees of freedom of the t distribution, after Welch and Satterthwaite.
   * @example 8.91905281
   */
  @NullableNumber()
  readonly degreesOfFreedom!: number | null;

  /**
   * Probability of a difference of at least this size if the true difference is 0, 0..1, two-sided.
   * @example 0.48110777
   */
  @NullableNumber()
  readonly pValue!: number | null;

  /**
   * Time in which both sessions have an open trade in the same symbol and feed, as a share of the market time of the
   * session with less market time, 0..1. Null if this market time is 0. Sessions that share market time are not
   * independent.
   * @example 0.25
   */
  @NullableNumber()
  readonly sharedMarketTime!: number | null;
}
