import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole } from '../../fields/answer-fields.js';

export class ExtremeDayDto {
  /**
   * The day, in the account's time zone.
   * @example "2024-01-05"
   */
  readonly date!: string;

  /**
   * Profit of the trades that closed on this day, account currency.
   * @example 64
   */
  readonly plNet!: number;
}

export class ReturnsDto {
  /**
   * Why figures are null despite enough days: `no-trades`; `equity-not-positive`, the equity was not above 0 at the
   * start of a day, so that no return is defined, or at the end, so that no growth is defined. Otherwise null.
   */
  @NullableWord(['no-trades', 'equity-not-positive'])
  readonly reason!: 'no-trades' | 'equity-not-positive' | null;

  /**
   * Number of days in the account's time zone from the day of the first entry to the day of the last exit, without
   * gaps.
   * @example 6
   */
  @Whole()
  readonly days!: number;

  /**
   * Days on which trades closed.
   * @example 6
   */
  @Whole()
  readonly tradingDays!: number;

  /**
   * Sharpe ratio of daily returns, for 365 days per year. Null for fewer than 2 days, or if all returns are equal.
   * @example 7.40173751
   */
  @NullableNumber()
  readonly sharpe!: number | null;

  /**
   * Sortino ratio of daily returns, for 365 days per year. Null if no return is below the risk-free rate.
   * @example 16.61693329
   */
  @NullableNumber()
  readonly sortino!: number | null;

  /**
   * Standard deviation of daily returns times √365, percent. Null for fewer than 2 days.
   * @example 81.51938889
   */
  @NullableNumber()
  readonly volatilityPct!: number | null;

  /**
   * Compound annual growth rate, percent. Null for fewer than 30 days.
   * @example 82.35120364
   */
  @NullableNumber()
  readonly cagrPct!: number | null;

  /**
   * cagrPct / maxDrawdownPct of the statistics. Null for fewer than 30 days or without a drawdown.
   * @example 164.70240727
   */
  @NullableNumber()
  readonly calmar!: number | null;

  /**
   * Σ of the positive daily returns / |Σ of the negative daily returns|. Null without a negative return.
   * @example 2.55414051
   */
  @NullableNumber()
  readonly omega!: number | null;

  /**
   * Root mean square of the distance of the equity below its peak at the end of each day, percent of the peak. Null if
   * there are no days.
   * @example 1.94397947
   */
  @NullableNumber()
  readonly ulcerIndex!: number | null;

  /**
   * The 5 % quantile of the daily returns, percent: 5 % of the days are worse. A loss is negative. Null for fewer than
   * 20 days.
   * @example -0.5
   */
  @NullableNumber()
  readonly valueAtRisk95Pct!: number | null;

  /**
   * Mean return, percent, of the days at or below valueAtRisk95Pct. Null for fewer than 20 days.
   * @example -0.5
   */
  @NullableNumber()
  readonly expectedShortfall95Pct!: number | null;

  /** The day with exits that earned the most, the first if several are equal; null without an exit. */
  @ApiProperty({ type: () => ExtremeDayDto, nullable: true })
  readonly bestDay!: ExtremeDayDto | null;

  /** The day with exits that earned the least, the first if several are equal; null without an exit. */
  @ApiProperty({ type: () => ExtremeDayDto, nullable: true })
  readonly worstDay!: ExtremeDayDto | null;
}
