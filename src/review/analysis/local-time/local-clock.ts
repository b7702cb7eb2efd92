import { zoneOffsets } from '../../../shared/market/zone-offsets.js';

const HOUR_MS = 3_600_000;

/**
 * Returns a function that converts instants to the local time of a time zone, in ms since 1970-01-01 00:00 local time.
 * A local time does not identify an instant, because a clock shows some local times twice and skips others.
 * @throws RangeError for an unknown zone
 */
export function localClock(timezone: string): (epochMs: number) => number {
  const offsetAt = zoneOffsets(timezone);
  return (epochMs) => epochMs + offsetAt(epochMs);
}

/** Returns a function that returns the local hour of an instant, 0 to 23. */
export function localHours(timezone: string): (epochMs: number) => number {
  const wallTime = localClock(timezone);
  // On 1970-01-01 a clock behind UTC still shows the previous year, so the hour would be negative.
  return (epochMs) => (Math.floor(wallTime(epochMs) / HOUR_MS) + 24) % 24;
}
