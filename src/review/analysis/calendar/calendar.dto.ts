import { NullableWord } from '../../../shared/fields/answer-fields.js';
import { measureFields } from '../measure-fields.js';
import { OutcomeSliceQuery, SlicedAnswer } from '../slices/slice.dto.js';
import { CALENDAR_DEFINITIONS } from './calendar-definitions.js';

export class CalendarQuery extends OutcomeSliceQuery {}

export class CalendarDayDto extends measureFields(CALENDAR_DEFINITIONS.days) {
  /**
   * A day with exits, in the account's time zone.
   * @example "2024-01-05"
   */
  readonly date!: string;
}

export class CalendarMonthDto extends measureFields(CALENDAR_DEFINITIONS.months) {
  /**
   * A month with exits, in the account's time zone.
   * @example "2024-01"
   */
  readonly month!: string;
}

export class CalendarYearDto extends measureFields(CALENDAR_DEFINITIONS.years) {
  /**
   * A year with exits, in the account's time zone.
   * @example "2024"
   */
  readonly year!: string;
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

  /** Reason why there are no days, months and years; null if there are trades. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;
}
