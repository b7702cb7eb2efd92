import { NullableNumber, NullableTime, Time, Whole } from '../../fields/answer-fields.js';

export class DrawdownDto {
  /**
   * Time of the last point of the equity curve at the peak, epoch milliseconds.
   * @example 1704067200000
   */
  @Time()
  readonly peakTime!: number;

  /**
   * Time of the deepest point, of equal ones the first, epoch milliseconds.
   * @example 1704110400000
   */
  @Time()
  readonly troughTime!: number;

  /**
   * Time of the first point that is as high as the peak again, epoch milliseconds; null while there is none.
   * @example 1704240000000
   */
  @NullableTime()
  readonly recoveredTime!: number | null;

  /**
   * Equity at the peak, account currency.
   * @example 1000
   */
  readonly peakEquity!: number;

  /**
   * Equity at the deepest point, account currency.
   * @example 960
   */
  readonly troughEquity!: number;

  /**
   * peakEquity − troughEquity, account currency.
   * @example 40
   */
  readonly depth!: number;

  /**
   * depth in percent of peakEquity; above 100 when the equity is below 0.
   * @example 4
   */
  readonly depthPct!: number;

  /**
   * From the peak to the recovery, or to the last point while there is none, in milliseconds.
   * @example 172800000
   */
  @Whole()
  readonly durationMs!: number;
}

export class DrawdownsDto {
  /** The ten deepest by depthPct, the deepest first, of equal ones the earlier. Empty without a drawdown. */
  readonly periods!: DrawdownDto[];

  /**
   * Durations of all periods / time from the first point to the last, 0..1; null where that is 0.
   * @example 0.9
   */
  @NullableNumber()
  readonly timeUnderWater!: number | null;

  /**
   * The longest duration of all periods, in milliseconds; null without one.
   * @example 216000000
   */
  @NullableTime()
  readonly longestMs!: number | null;

  /**
   * plNet / maxDrawdown of the statistics; null without a drawdown.
   * @example 2.40243902
   */
  @NullableNumber()
  readonly recoveryFactor!: number | null;
}
