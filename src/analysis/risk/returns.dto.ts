import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole } from '../../fields/answer-fields.js';

export class ExtremeDayDto {
  /**
   * The day, in the account's time zone.
   * @example "2024-01-05"
   */
  readonly date!: string;

  /**
   * Profit of the trades that closed on it, account currency.
   * @example 64
   */
  readonly plNet!: number;
}

export class ReturnsDto {
  /**
   * Why figures are null that have enough days: `no-trades`; `equity-not-positive`, the equity was not above 0 when a day
   * started, so that no return is defined, or in the end, so that no growth is. Null otherwise.
   */
  @NullableWord(['no-trades', 'equity-not-positive'])
  readonly reason!: 'no-trades' | 'equity-not-positive' | null;

  /**
   * Days of the account's time zone from the one of the first entry to the one of the last exit, none left out.
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
   * Sharpe ratio of daily returns, a year having 365 days. Null below 2 days, and if all days are equal.
   * @example 7.40173751
   */
  @NullableNumber()
  readonly sharpe!: number | null;

  /**
   * Sortino ratio of daily returns, a year having 365 days. Null without a day below the risk-free rate.
   * @example 16.61693329
   */
  @NullableNumber()
  readonly sortino!: number | null;

  /**
   * Standard deviation of daily returns times √365, percent. Null below 2 days.
   * @example 81.51938889
   */
  @NullableNumber()
  readonly volatilityPct!: number | null;

  /**
   * Compound growth a year, percent. Null below 30 days.
   * @example 82.35120364
   */
  @NullableNumber()
  readonly cagrPct!: number | null;

  /**
   * cagrPct / maxDrawdownPct of the statistics. Null below 30 days and without a drawdown.
   * @example 164.70240727
   */
  @NullableNumber()
  readonly calmar!: number | null;

  /**
   * Σ of the positive daily returns / |Σ of the negative ones|. Null without a negative one.
   * @example 2.55414051
   */
  @NullableNumber()
  readonly omega!: number | null;

  /**
   * Root of the mean square of how far the equity is below its peak at the end of a day, percent of the peak. Null without a
   * day.
   * @example 1.94397947
   */
  @NullableNumber()
  readonly ulcerIndex!: number | null;

  /**
   * The daily return, percent, that the worst 5 % of the days do not reach; a loss is negative. Null below 20 days.
   * @example -0.5
   */
  @NullableNumber()
  readonly valueAtRisk95Pct!: number | null;

  /**
   * Mean daily return, percent, of the days up to valueAtRisk95Pct. Null below 20 days.
   * @example -0.5
   */
  @NullableNumber()
  readonly expectedShortfall95Pct!: number | null;

  /** The day with exits that earned the most, of equal ones the first; null without an exit. */
  @ApiProperty({ type: () => ExtremeDayDto, nullable: true })
  readonly bestDay!: ExtremeDayDto | null;

  /** The day with exits that earned the least, of equal ones the first; null without an exit. */
  @ApiProperty({ type: () => ExtremeDayDto, nullable: true })
  readonly worstDay!: ExtremeDayDto | null;
}
