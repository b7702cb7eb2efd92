import { NullableNumber, NullableTime, Time, Whole } from '../../fields/answer-fields.js';

export class DrawdownDto {
  /**
   * Time of the last equity-curve point that is at the peak, epoch milliseconds.
   * @example 1704067200000
   */
  @Time()
  readonly peakTime!: number;

  /**
   * Time of the deepest point, the first if several are equal, epoch milliseconds.
   * @example 1704110400000
   */
  @Time()
  readonly troughTime!: number;

  /**
   * Time of the first later point that is as high as the peak, epoch milliseconds; null if there is none.
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
   * depth in percent of peakEquity; above 100 if the equity is below 0.
   * @example 4
   */
  readonly depthPct!: number;

  /**
   * Time from the peak to the recovery, or to the last point if there is no recovery, in milliseconds.
   * @example 172800000
   */
  @Whole()
  readonly durationMs!: number;
}

export class DrawdownsDto {
  /** The ten deepest drawdowns by depthPct, the deepest first, the earlier first if equal. Empty without a drawdown. */
  readonly periods!: DrawdownDto[];

  /**
   * Durations of all periods / time from the first point to the last, 0..1; null if that time is 0.
   * @example 0.9
   */
  @NullableNumber()
  readonly timeUnderWater!: number | null;

  /**
   * The longest duration of all periods, in milliseconds; null if there are none.
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
