import { DAY_MS } from '../../src/shared/market/intervals.js';
import { type OffsetAt, offsetsOf } from '../../src/shared/market/offsets-of-zone.js';
import { UNDEFINED } from './format.js';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WEEKDAYS = 'Mon Tue Wed Thu Fri Sat Sun'.split(' ');

export const monthName = (month: number): string => MONTHS[month - 1] ?? UNDEFINED;

/** @param weekday as numbered by ISO, 1 for Monday */
export const weekdayName = (weekday: number): string => WEEKDAYS[weekday - 1] ?? UNDEFINED;

export type OptionalTime = number | null | undefined;

/** The local time in a time zone. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const LARGEST_TIME = 8.64e15;

const isKnownTime = (time: OptionalTime): time is number =>
  typeof time === 'number' && Math.abs(time) <= LARGEST_TIME;

const zones = new Map<string, OffsetAt>();

/** If the browser does not support a time zone that the service supports, times are shown in UTC. */
function newZone(timeZone: string): OffsetAt {
  try {
    return offsetsOf(timeZone);
  } catch {
    return () => 0;
  }
}

/** Returns by how many milliseconds the local time of the time zone is ahead of UTC. */
export function offsetAt(time: number, timeZone: string): number {
  // The search for the offset also looks at the next day. The last day of the supported range has no next day.
  if (timeZone === 'UTC' || !isKnownTime(time + DAY_MS)) return 0;
  let zone = zones.get(timeZone);
  if (!zone) zones.set(timeZone, (zone = newZone(timeZone)));
  return zone(time);
}

export function wallClock(time: number, timeZone: string): WallClock {
  const date = new Date(time + offsetAt(time, timeZone));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

/** Returns the span of a month such as "2024-05" in the time zone, from its first to its last millisecond. */
export function monthSpan(month: string, timeZone: string): { readonly from: number; readonly to: number } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const [from, next] = [Date.UTC(year, number - 1), Date.UTC(year, number)].map((time) =>
    instantAt(time, timeZone),
  );
  return { from: from!, to: next! - 1 };
}

/** Returns the span of a day such as "2024-05-01" in the time zone, from its first to its last millisecond. */
export function daySpan(date: string, timeZone: string): { readonly from: number; readonly to: number } {
  const start = Date.parse(date);
  return { from: instantAt(start, timeZone), to: instantAt(start + DAY_MS, timeZone) - 1 };
}

/**
 * Returns the instant at which clocks in the time zone show the local time `wallTime`, which is given as if it were
 * UTC.
 */
function instantAt(wallTime: number, timeZone: string): number {
  const near = wallTime - offsetAt(wallTime, timeZone);
  return wallTime - offsetAt(near, timeZone);
}

const two = (number: number): string => String(number).padStart(2, '0');

/** Formats a day: 1 Apr 2023 */
export function day(time: OptionalTime, timeZone: string): string {
  if (!isKnownTime(time)) return UNDEFINED;
  const { year, month, day } = wallClock(time, timeZone);
  return `${day} ${monthName(month)} ${year}`;
}

/** Formats a day and a time: 1 Apr 2023, 14:05 */
export function moment(time: OptionalTime, timeZone: string): string {
  if (!isKnownTime(time)) return UNDEFINED;
  const { hour, minute } = wallClock(time, timeZone);
  return `${day(time, timeZone)}, ${two(hour)}:${two(minute)}`;
}

/** Formats a time with equal width in a column: 2023-04-01 14:05. Seconds are added if they are not 0. */
export function stamp(time: OptionalTime, timeZone: string): string {
  if (!isKnownTime(time)) return UNDEFINED;
  const { year, month, day, hour, minute, second } = wallClock(time, timeZone);
  const seconds = second > 0 ? `:${two(second)}` : '';
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}${seconds}`;
}

/** Formats a range: 1 Apr – 22 May 2023. The year of the start is shown only if it differs from the year of the end. */
export function range(from: OptionalTime, to: OptionalTime, timeZone: string): string {
  if (!isKnownTime(from) || !isKnownTime(to)) return UNDEFINED;
  const [start, end] = [wallClock(from, timeZone), wallClock(to, timeZone)];
  const last = day(to, timeZone);
  if (start.year !== end.year) return `${day(from, timeZone)} – ${last}`;
  if (start.month === end.month && start.day === end.day) return last;
  return `${start.day} ${monthName(start.month)} – ${last}`;
}
