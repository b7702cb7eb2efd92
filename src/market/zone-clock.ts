import { DAY_MS } from './intervals.js';
import { zoneOffsets } from './zone-offsets.js';

/**
 * Returns a function that converts the wall clock of a time zone into instants. For a time that the clock shows twice,
 * it returns the earlier instant. A time that the clock skips counts on from before the change.
 * @param zone IANA name
 * @throws RangeError for an unknown zone
 */
export function zoneClock(zone: string): (wallTimeAsUtc: number) => number {
  const offsetAt = zoneOffsets(zone);
  return (wall) => {
    // Offsets are within a day of UTC, so the offset on either side of a change is among these two.
    const before = offsetAt(wall - DAY_MS);
    const after = offsetAt(wall + DAY_MS);
    const candidates = [wall - Math.max(before, after), wall - Math.min(before, after)];
    return candidates.find((instant) => instant + offsetAt(instant) === wall) ?? wall - before;
  };
}
