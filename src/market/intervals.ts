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

/** How long after its close time a bar still counts as open: a venue may correct its last bar late. */
export const SETTLING_MS = 2_000;

/** Length of one bar in ms. */
export function intervalMs(interval: Interval): number {
  return LENGTH_MS[interval];
}

/** Open time of the bar that contains the time `ts`. */
export function floorToInterval(ts: number, interval: Interval): number {
  const length = LENGTH_MS[interval];
  return Math.floor(ts / length) * length;
}

/** Open time of the first bar that opens at `ts` or later. */
export function ceilToInterval(ts: number, interval: Interval): number {
  const length = LENGTH_MS[interval];
  return Math.ceil(ts / length) * length;
}

/**
 * The end of the closed bars: bars that open before this time are closed, the bar that opens at it is not. A bar is closed
 * when its close time is at least 2 s ago.
 */
export function closedUntil(interval: Interval, now: number): number {
  return floorToInterval(now - SETTLING_MS, interval);
}
