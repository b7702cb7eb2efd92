import { NullableNumber, NullableWord, Whole } from '../../fields/answer-fields.js';
import { OutcomeSliceQuery, SlicedAnswer } from '../slices/slice.dto.js';

export class CalendarQuery extends OutcomeSliceQuery {}

export class CalendarDayDto {
  /**
   * A day with exits, in the account's time zone.
   * @example "2024-01-05"
   */
  readonly date!: string;

  /**
   * Trades that closed on the day.
   * @example 3
   */
  @Whole()
  readonly tradeCount!: number;

  /**
   * Trades with a profit above the threshold.
   * @example 2
   */
  @Whole()
  readonly winCount!: number;

  /**
   * Trades with a loss beyond the threshold.
   * @example 1
   */
  @Whole()
  readonly lossCount!: number;

  /**
   * Profit before fees, account currency.
   * @example 66
   */
  readonly plGross!: number;

  /**
   * Fees, account currency.
   * @example 2
   */
  readonly feesPaid!: number;

  /**
   * Profit after all costs, account currency.
   * @example 64
   */
  readonly plNet!: number;

  /**
   * plNet / equity at the start of the day, percent; null if that equity is not above 0.
   * @example 6.4
   */
  @NullableNumber()
  readonly returnPct!: number | null;

  /**
   * Equity at the end of the day, account currency.
   * @example 1064
   */
  readonly equity!: number;
}

export class CalendarMonthDto {
  /**
   * A month with exits, in the account's time zone.
   * @example "2024-01"
   */
  readonly month!: string;

  /**
   * Trades that closed in the month.
   * @example 8
   */
  @Whole()
  readonly tradeCount!: number;

  /**
   * Profit after all costs, account currency.
   * @example 98.5
   */
  readonly plNet!: number;

  /**
   * plNet / equity at the start of the month, percent; null if that equity is not above 0.
   * @example 9.85
   */
  @NullableNumber()
  readonly returnPct!: number | null;
}

export class CalendarYearDto {
  /**
   * A year with exits, in the account's time zone.
   * @example "2024"
   */
  readonly year!: string;

  /**
   * Trades that closed in the year.
   * @example 8
   */
  @Whole()
  readonly tradeCount!: number;

  /**
   * Profit after all costs, account currency.
   * @example 98.5
   */
  readonly plNet!: number;

  /**
   * plNet / equity at the start of the year, percent; null if that equity is not above 0.
   * @example 9.85
   */
  @NullableNumber()
  readonly returnPct!: number | null;
}

export class CalendarAnswer extends SlicedAnswer {
  /**
   * Time zone of the account (IANA name).
   * @example "UTC"
   */
  readonly timezone!: string;

  /** Days with exits, ascending. */
  readonly days!: CalendarDayDto[];

  /** Months with exits, ascending. */
  readonly months!: CalendarMonthDto[];

  /** Years with exits, ascending. */
  readonly years!: CalendarYearDto[];

  /** Why there are no days, months and years; null if there are. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;
}
