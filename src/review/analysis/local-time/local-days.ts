import { DAY_MS } from '../../../shared/market/intervals.js';
import { localClock } from './local-clock.js';

/** The calendar of a time zone. Days are numbered from 1970-01-01 (day 0), so the next date has the next number. */
export interface LocalDays {
  readonly dayOf: (epochMs: number) => number;
}

/**
 * Returns the local days of a time zone. A local day is a date; it may have more or fewer than 24 hours. A local day is
 * never converted back to an instant, because a date has no 00:00 if the clock is set forward at midnight.
 * @throws RangeError for an unknown zone
 */
export function localDays(timezone: string): LocalDays {
  const wallTime = localClock(timezone);
  return { dayOf: (epochMs) => Math.floor(wallTime(epochMs) / DAY_MS) };
}

/** Returns the date of a day, such as "2024-01-05". */
export const dateText = (day: number): string =>
  new Date(day * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length);

/**
 * Returns the weekday, from 1 for Monday to 7 for Sunday (ISO 8601). Day 0 (1970-01-01) was a Thursday. `+ 10` instead
 * of `+ 3` keeps the sum from being negative for the local days before day 0 in zones west of UTC.
 */
export const weekdayOf = (day: number): number => ((day + 10) % 7) + 1;

/** Returns the number of the month, counted from January 1970 (month 0). */
export function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

export const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();

/** Returns the month as a text, such as "2024-03". */
export const monthText = (month: number): string =>
  dateText(Date.UTC(1970, month) / DAY_MS).slice(0, -'-01'.length);

/** Returns a function that returns the local month of an instant, numbered as in `monthOf`. */
export function localMonths(timezone: string): (epochMs: number) => number {
  const { dayOf } = localDays(timezone);
  let last = { day: NaN, month: NaN };
  return (epochMs) => {
    const day = dayOf(epochMs);
    // Trades are in ascending order of time, so the day is often the same as for the trade before.
    if (day !== last.day) last = { day, month: monthOf(day) };
    return last.month;
  };
}
