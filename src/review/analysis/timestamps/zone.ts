import { ENTRIES_IN_MINUTES, stampsOn } from './ladder.js';
import { type RangeAt, fitsIn, fittingShare } from './price-fits.js';
import { type Share, exceeds, isGreater, isKnown, reaches } from './share.js';
import { ABOVE_RIVALS, ABOVE_UNSHIFTED, SHIFTS } from './shift.js';
import type { Stamps } from './stamps.js';
import { zoneInstant } from './zone-instants.js';

export interface Zone {
  readonly zone: string;
  readonly share: Share;
}

/** Minimum percentage of fitting entries for a zone that is the result or competes with the result. */
const MIN_RIVAL = ENTRIES_IN_MINUTES.percent - ABOVE_RIVALS;

/**
 * Returns the time zone in which the entry times, read as local times, fit the one-minute bars. Null if the times fit
 * in no zone, or if another zone that leads to different instants fits nearly as well.
 * @param accountTimezone preferred over other zones with the same instants
 */
export function findZone(stamps: Stamps, rangeAt: RangeAt, accountTimezone: string): Zone | null {
  const entries = stampsOn(ENTRIES_IN_MINUTES, stamps);
  const shareOf = (instantOf: (stamp: number) => number) =>
    fittingShare(stamps, entries, ENTRIES_IN_MINUTES.lengthMs, rangeAt, instantOf);
  const unshifted = shareOf((stamp) => stamps.time[stamp]!);
  if (!isKnown(unshifted)) return null;
  if (!mayBeOfAZone(stamps, rangeAt)) return null;
  const names = new Set([accountTimezone, ...Intl.supportedValuesOf('timeZone').toSorted()]);
  const likely = [...names]
    .filter((zone) => mayReach(stamps, rangeAt, zone))
    .map((zone) => {
      const instants = Array.from({ length: entries.to }, (_, stamp) =>
        zoneInstant(zone, stamps.time[stamp]!),
      );
      return { zone, instants: instants.join(' '), share: shareOf((stamp) => instants[stamp]!) };
    })
    .filter(({ share }) => isKnown(share));
  const [first, ...others] = likely;
  if (!first) return null;
  const best = others.reduce((best, zone) => (isGreater(zone.share, best.share) ? zone : best), first);
  const isUnrivalled = likely.every(
    ({ instants, share }) => instants === best.instants || exceeds(best.share, share, ABOVE_RIVALS),
  );
  const fits = reaches(best.share, ENTRIES_IN_MINUTES.percent);
  if (!fits || !isUnrivalled || !exceeds(best.share, unshifted, ABOVE_UNSHIFTED)) return null;
  return { zone: best.zone, share: best.share };
}

/**
 * Maximum number of different offsets that a zone has for a list of times: winter, summer, and one more after a change
 * of the law.
 */
const MAX_OFFSETS = 3;

/**
 * Returns whether enough entries fit if each entry may use any of the three best shifts. A zone shifts each entry by
 * one of a few offsets. If too few entries fit, none of the four hundred zones can fit, and the zones need not be
 * checked.
 */
function mayBeOfAZone(stamps: Stamps, rangeAt: RangeAt): boolean {
  const always = new Uint8Array(stamps.entries).fill(1);
  const fittings = [0, ...SHIFTS].map((shiftMs) => {
    let fitting = 0;
    for (let stamp = 0; stamp < stamps.entries; stamp += 1) {
      const instant = stamps.time[stamp]! + shiftMs;
      const range = rangeAt(stamps.asset[stamp]!, instant, ENTRIES_IN_MINUTES.lengthMs);
      if (range === null) always[stamp] = 0;
      else fitting += Number(fitsIn(stamps.price[stamp]!, range));
    }
    return fitting;
  });
  const most = fittings
    .toSorted((a, b) => b - a)
    .slice(0, MAX_OFFSETS)
    .reduce((sum, fitting) => sum + fitting, 0);
  const leastKnown = always.reduce((sum, isKnown) => sum + isKnown, 0);
  return most * 100 >= ENTRIES_IN_MINUTES.percent * leastKnown;
}

/**
 * Returns whether enough entries can still fit in a zone. After a few misses, most zones are excluded, which saves
 * further look-ups.
 */
function mayReach(stamps: Stamps, rangeAt: RangeAt, zone: string): boolean {
  let [known, misses] = [0, 0];
  for (let stamp = 0; stamp < stamps.entries; stamp += 1) {
    const range = rangeAt(
      stamps.asset[stamp]!,
      zoneInstant(zone, stamps.time[stamp]!),
      ENTRIES_IN_MINUTES.lengthMs,
    );
    if (range !== null) {
      known += 1;
      misses += Number(!fitsIn(stamps.price[stamp]!, range));
    }
    const mostKnown = known + stamps.entries - stamp - 1;
    if (misses * 100 > (100 - MIN_RIVAL) * mostKnown) return false;
  }
  return true;
}
