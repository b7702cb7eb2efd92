import { wallClock } from '../../report/dates.js';

/** Local weekdays and hours of entries; an empty list stands for all. */
export interface EntryTimes {
  readonly weekdays: readonly number[];
  readonly hours: readonly number[];
  readonly timeZone: string;
}

/** Returns true if an entry is at one of these weekdays and hours. */
export function isEntryAt({ weekdays, hours, timeZone }: EntryTimes, time: number): boolean {
  if (weekdays.length === 0 && hours.length === 0) return true;
  const { year, month, day, hour } = wallClock(time, timeZone);
  // JavaScript numbers Sunday 0, and ISO numbers it 7.
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
  return (
    (weekdays.length === 0 || weekdays.includes(weekday)) && (hours.length === 0 || hours.includes(hour))
  );
}
