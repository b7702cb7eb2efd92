import { intervalMs } from '../../../shared/market/intervals.js';
import { type Rung, isOnGrid, stampsOn } from './ladder.js';
import { type RangeAt, fittingShare } from './price-fits.js';
import { type Share, exceeds, isGreater, isKnown, reaches } from './share.js';
import type { Stamps } from './stamps.js';

/** Step of the shifts. The offset between two clocks is a multiple of this step. */
export const SHIFT_STEP_MS = intervalMs('15m');
/** Maximum shift, which is the greatest offset of a time zone from UTC. */
export const MAX_SHIFT_MS = 14 * intervalMs('1h');

/**
 * Percentage points by which the share of a shift must exceed the share of the unchanged times (`ABOVE_UNSHIFTED`) and
 * of every other shift (`ABOVE_RIVALS`).
 */
export const ABOVE_UNSHIFTED = 30;
export const ABOVE_RIVALS = 25;

export interface Shift {
  readonly rung: Rung;
  /** Number of milliseconds that must be added to the times to make them fit the candles. */
  readonly shiftMs: number;
  readonly share: Share;
}

/** All shifts, sorted by absolute size. Of two shifts with the same absolute size, the negative shift comes first. */
export const SHIFTS: readonly number[] = Array.from(
  { length: MAX_SHIFT_MS / SHIFT_STEP_MS },
  (_, i) => (i + 1) * SHIFT_STEP_MS,
).flatMap((shiftMs) => [-shiftMs, shiftMs]);

/** Returns the shift that makes the times fit. Null if no shift does, or if another shift fits nearly as well. */
export function findShift(stamps: Stamps, rangeAt: RangeAt, ladder: readonly Rung[]): Shift | null {
  for (const rung of ladder) {
    const best = bestShift(stamps, rung, rangeAt);
    if (best) return best;
  }
  return null;
}

function bestShift(stamps: Stamps, rung: Rung, rangeAt: RangeAt): Shift | null {
  const onGrid = SHIFTS.filter((shiftMs) => isOnGrid(stamps, rung, shiftMs));
  if (onGrid.length === 0) return null;
  const shareAt = (shiftMs: number) =>
    fittingShare(stamps, stampsOn(rung, stamps), rung.lengthMs, rangeAt, (i) => stamps.time[i]! + shiftMs);
  const unshifted = shareAt(0);
  if (!isKnown(unshifted)) return null;
  const shares = new Map([0, ...SHIFTS].map((shiftMs) => [shiftMs, shareAt(shiftMs)]));
  const near = Math.max(rung.lengthMs, SHIFT_STEP_MS);
  const isUnrivalled = (shiftMs: number, share: Share) =>
    [...shares].every(
      ([other, rival]) =>
        Math.abs(other - shiftMs) <= near || !isKnown(rival) || exceeds(share, rival, ABOVE_RIVALS),
    );
  let best: Shift | null = null;
  for (const shiftMs of onGrid) {
    const share = shares.get(shiftMs)!;
    if (!reaches(share, rung.percent) || !exceeds(share, unshifted, ABOVE_UNSHIFTED)) continue;
    // The smaller of two shifts with equal shares comes first and is kept.
    if (best && !isGreater(share, best.share)) continue;
    if (isUnrivalled(shiftMs, share)) best = { rung, shiftMs, share };
  }
  return best;
}
