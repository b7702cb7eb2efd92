export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Monday 1970-01-05. Weeks begin on Mondays; all other intervals are counted from the epoch. */
const FIRST_MONDAY = 4 * DAY_MS;

/** The venue's intervals, case-sensitive (`1m` minute, `1M` month). Bars of seconds are not generated. */
export const INTERVALS = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const;
export type Interval = (typeof INTERVALS)[number];

const FIXED_MS: Readonly<Record<Exclude<Interval, '1M'>, number>> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '3d': 3 * DAY_MS,
  '1w': WEEK_MS,
};

export const isInterval = (text: unknown): text is Interval => INTERVALS.some((known) => known === text);

/** Returns the open time of the bar that contains a time. */
export function openTimeAt(interval: Interval, time: number): number {
  if (interval === '1M') return monthStart(time, 0);
  const origin = interval === '1w' ? FIRST_MONDAY : 0;
  const length = FIXED_MS[interval];
  return Math.floor((time - origin) / length) * length + origin;
}

/**
 * Returns the open time of the bar after the bar that opens at `openTime`. The close time of a bar is 1 ms before the
 * next open time.
 */
export const nextOpenTime = (interval: Interval, openTime: number): number =>
  interval === '1M' ? monthStart(openTime, 1) : openTime + FIXED_MS[interval];

export const previousOpenTime = (interval: Interval, openTime: number): number =>
  openTimeAt(interval, openTime - 1);

/** Returns the open time of the first bar that opens at or after a time. */
export function firstOpenTime(interval: Interval, time: number): number {
  const openTime = openTimeAt(interval, time);
  return openTime === time ? openTime : nextOpenTime(interval, openTime);
}

function monthStart(time: number, later: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}
