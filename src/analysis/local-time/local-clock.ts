import { zoneOffsets } from '../../market/zone-offsets.js';

const HOUR_MS = 3_600_000;

/**
 * Returns a function that gives what the clock of a time zone shows, as ms since 1970-01-01 00:00 on that clock. It is not
 * an instant: a clock shows some times twice and leaves others out.
 * @throws RangeError for an unknown zone
 */
export function localClock(timezone: string): (epochMs: number) => number {
  const offsetAt = zoneOffsets(timezone);
  return (epochMs) => epochMs + offsetAt(epochMs);
}

/** Returns a function that gives the hour which the clock of a time zone shows, 0 to 23. */
export function localHours(timezone: string): (epochMs: number) => number {
  const wallTime = localClock(timezone);
  // On 1970-01-01 a clock behind UTC still shows the year before.
  return (epochMs) => (Math.floor(wallTime(epochMs) / HOUR_MS) + 24) % 24;
}
