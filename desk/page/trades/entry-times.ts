import { wallClock } from '../../report/dates.js';

/** Local weekdays and hours of entries that pass the filter; an empty list means all. */
export interface EntryTimes {
  readonly weekdays: readonly number[];
  readonly hours: readonly number[];
  readonly timeZone: string;
}

/** Returns true if an entry at this time passes the filter. */
export function isEntryAt({ weekdays, hours, timeZone }: EntryTimes, time: number): boolean {
  if (weekdays.length === 0 && hours.length === 0) return true;
  const { year, month, day, hour } = wallClock(time, timeZone);
  // Sunday is 0 in JavaScript and 7 in ISO 8601.
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
  return (
    (weekdays.length === 0 || weekdays.includes(weekday)) && (hours.length === 0 || hours.includes(hour))
  );
}
