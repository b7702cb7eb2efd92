import { LRUCache } from 'lru-cache';
import { type OffsetAt, offsetsOf } from './offsets-of-zone.js';

const zones = new LRUCache<string, OffsetAt>({ max: 10 });

/**
 * Returns the function that returns the offsets of a time zone. The functions of recently used zones are cached.
 * @throws RangeError for an unknown zone
 */
export function zoneOffsets(zone: string): OffsetAt {
  const known = zones.get(zone);
  if (known) return known;
  const offsetAt = offsetsOf(zone);
  zones.set(zone, offsetAt);
  return offsetAt;
}
