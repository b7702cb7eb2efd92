import { DAY_MS } from '../../market/intervals.js';
import { localClock } from './local-clock.js';

/** The calendar of a time zone. Its days are counted from 1970-01-01, day 0: the next date is the next number. */
export interface LocalDays {
  readonly dayOf: (epochMs: number) => number;
}

/**
 * The local days of a time zone. A day is a date, not 24 hours, and it is never converted back into an instant: where the
 * clock changes at midnight, a date has no 00:00.
 * @throws RangeError for an unknown zone
 */
export function localDays(timezone: string): LocalDays {
  const wallTime = localClock(timezone);
  return { dayOf: (epochMs) => Math.floor(wallTime(epochMs) / DAY_MS) };
}

/** "2024-01-05" */
export const dateText = (day: number): string =>
  new Date(day * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length);

/** 1 Monday to 7 Sunday (ISO 8601). 1970-01-01 was a Thursday, and no zone is a week behind UTC. */
export const weekdayOf = (day: number): number => ((day + 10) % 7) + 1;

/** Counted from January 1970, month 0. */
export function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** "2024-03" */
export const monthText = (month: number): string =>
  dateText(Date.UTC(1970, month) / DAY_MS).slice(0, -'-01'.length);

/** Returns a function that gives the local month of an instant, counted like `monthOf`. */
export function localMonths(timezone: string): (epochMs: number) => number {
  const { dayOf } = localDays(timezone);
  let last = { day: NaN, month: NaN };
  return (epochMs) => {
    const day = dayOf(epochMs);
    // Trades follow each other in time, so the day is often the last one.
    if (day !== last.day) last = { day, month: monthOf(day) };
    return last.month;
  };
}
