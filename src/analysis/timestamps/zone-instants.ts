import { DAY_MS } from '../../market/intervals.js';
import { zoneOffsets } from '../../market/zone-offsets.js';
import { zoneClock } from '../../market/zone-clock.js';

const WEEK_MS = 7 * DAY_MS;

type ZoneClock = (wallTimeAsUtc: number) => number;

/**
 * Turns the wall clock of a time zone into instants as `zoneClock` does, for many zones and few times: the offset is looked
 * up at both ends of the week only. No zone leaves an offset and comes back to it within two weeks; those that keep a
 * summer time suspend it for Ramadan, a month.
 */
function weeklyClock(zone: string): ZoneClock {
  const offsetAt = zoneOffsets(zone);
  const offsets = new Map<number, number>();
  const offsetOfWeek = (week: number) => {
    const offset = offsets.get(week) ?? offsetAt(week * WEEK_MS);
    offsets.set(week, offset);
    return offset;
  };
  let exact: ZoneClock | undefined;
  return (wall) => {
    const before = offsetOfWeek(Math.floor((wall - DAY_MS) / WEEK_MS));
    const after = offsetOfWeek(Math.ceil((wall + DAY_MS) / WEEK_MS));
    return before === after ? wall - before : (exact ??= zoneClock(zone))(wall);
  };
}

/** A formatter costs a fifth of a millisecond to make, and there are some four hundred zones. */
const clocks = new Map<string, ZoneClock>();

/** The instant at which the clock of a zone shows a time; the earlier one of a time that it shows twice. */
export function zoneInstant(zone: string, wallTimeAsUtc: number): number {
  const clock = clocks.get(zone) ?? weeklyClock(zone);
  clocks.set(zone, clock);
  return clock(wallTimeAsUtc);
}
