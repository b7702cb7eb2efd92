import { DAY_MS } from './intervals.js';
import { zoneOffsets } from './zone-offsets.js';

/**
 * Turns the wall clock of a time zone into instants. A time that the clock shows twice is the earlier instant; one that
 * it leaves out is as far after the leap as it was before it.
 * @param zone IANA name
 * @throws RangeError for an unknown zone
 */
export function zoneClock(zone: string): (wallTimeAsUtc: number) => number {
  const offsetAt = zoneOffsets(zone);
  return (wall) => {
    // Offsets lie within a day of UTC; one that holds on either side of a change is among these two.
    const before = offsetAt(wall - DAY_MS);
    const after = offsetAt(wall + DAY_MS);
    const candidates = [wall - Math.max(before, after), wall - Math.min(before, after)];
    return candidates.find((instant) => instant + offsetAt(instant) === wall) ?? wall - before;
  };
}
