/** The six intervals, ascending. Each length divides a day, and every grid starts at the epoch. */
export const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type Interval = (typeof INTERVALS)[number];

export const MINUTE_MS = 60_000;
export const DAY_MS = 1440 * MINUTE_MS;

const LENGTH_MS: Readonly<Record<Interval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': DAY_MS,
};

/** A bar still counts as open for this time after its close, ms, because a venue may correct its last bar late. */
export const SETTLING_MS = 2_000;

/** Returns the length of a bar in ms. */
export function intervalMs(interval: Interval): number {
  return LENGTH_MS[interval];
}

/** Returns the open time of the bar that contains the time `ts`. */
export function floorToInterval(ts: number, interval: Interval): number {
  const length = LENGTH_MS[interval];
  return Math.floor(ts / length) * length;
}

/** Returns the open time of the first bar that opens at `ts` or later. */
export function ceilToInterval(ts: number, interval: Interval): number {
  const length = LENGTH_MS[interval];
  return Math.ceil(ts / length) * length;
}

/**
 * Returns the open time of the first bar that is not closed. All earlier bars are closed. A bar is closed if its close
 * time is at least 2 s ago.
 */
export function closedUntil(interval: Interval, now: number): number {
  return floorToInterval(now - SETTLING_MS, interval);
}
