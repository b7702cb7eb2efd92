import { LRUCache } from 'lru-cache';
import { DAY_MS } from './intervals.js';
import { zoneOffsets } from './zone-offsets.js';

const canonicalNames = new LRUCache<string, string>({ max: 1_000 });

/**
 * Returns the name that `Intl` uses for a time zone: `UTC` for `Etc/UTC`, for example. A few zones keep two names.
 * @throws RangeError for an unknown zone
 */
export function canonicalZone(zone: string): string {
  const known = canonicalNames.get(zone);
  if (known !== undefined) return known;
  const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions();
  canonicalNames.set(zone, timeZone);
  return timeZone;
}

/**
 * Returns whether the local days of two time zones begin at the same instants. Zones with different names are compared
 * by their offsets at the starts of the days.
 * @param first first local day, numbered from 1970-01-01
 * @param last last local day
 * @throws RangeError for an unknown zone
 */
export function haveSameDays(zone: string, other: string, first: number, last: number): boolean {
  if (zone === other || canonicalZone(zone) === canonicalZone(other)) return true;
  const [offsetAt, otherOffsetAt] = [zoneOffsets(zone), zoneOffsets(other)];
  for (let day = first; day <= last + 1; day += 1) {
    const midnight = day * DAY_MS;
    const start = midnight - offsetAt(midnight);
    if (offsetAt(start) !== otherOffsetAt(start)) return false;
  }
  return true;
}
