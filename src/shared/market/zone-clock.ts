import { DAY_MS } from './intervals.js';
import { zoneOffsets } from './zone-offsets.js';

/**
 * Returns a function that converts local times of a time zone to instants. If the clock shows a local time twice, the
 * function returns the earlier instant. If the clock skips a local time, the function uses the offset from before the
 * change.
 * @param zone IANA name
 * @throws RangeError for an unknown zone
 */
export function zoneClock(zone: string): (wallTimeAsUtc: number) => number {
  const offsetAt = zoneOffsets(zone);
  const readingsOf = zoneReadings(zone);
  return (wall) => readingsOf(wall)[0] ?? wall - offsetAt(wall - DAY_MS);
}

/**
 * Returns a function that returns the instants at which the clock of a time zone shows a local time, earliest first: one
 * instant, two if the clock shows the time twice, none if the clock skips the time.
 * @param zone IANA name
 * @throws RangeError for an unknown zone
 */
export function zoneReadings(zone: string): (wallTimeAsUtc: number) => readonly number[] {
  const offsetAt = zoneOffsets(zone);
  return (wall) => {
    // An offset is at most a day, so the offsets one day earlier and one day later are the offsets before and after any
    // change near this time.
    const before = offsetAt(wall - DAY_MS);
    const after = offsetAt(wall + DAY_MS);
    if (before === after) return [wall - before];
    return [wall - Math.max(before, after), wall - Math.min(before, after)].filter(
      (instant) => instant + offsetAt(instant) === wall,
    );
  };
}
