import {
  type ExactDecimal,
  decimalOf,
  minus,
  rounded,
  times,
} from '../../../shared/decimal/exact-decimal.js';
import { ratio, whole } from '../../../shared/decimal/exact-sum.js';
import type { Explained } from './explained.js';

/** A fall of the equity curve: a peak, and a point at or after the peak that is lower or equal. */
export interface Fall {
  readonly peak: number;
  readonly trough: number;
}

/** Returns the first fall with the depth `maxDrawdown`. */
export const greatestFall = (explained: Explained): Fall =>
  fallOf(explained, explained.statistics.maxDrawdown, (peak, trough) => rounded(minus(peak, trough)));

/** Returns the first fall with the depth `maxDrawdownPct`. */
export const greatestFallPct = (explained: Explained): Fall =>
  fallOf(explained, explained.statistics.maxDrawdownPct, (peak, trough) =>
    ratio(times(minus(peak, trough), whole(100)), peak),
  );

/**
 * Returns the first fall with the given depth. If no fall has exactly this depth, returns the fall with the nearest
 * depth. The curve is rounded, so the depth can differ in the last digit if the balance has more than 8 decimals.
 */
function fallOf(
  { statistics, settings }: Explained,
  depth: number,
  depthOf: (peak: ExactDecimal, trough: ExactDecimal) => number | null,
): Fall {
  let peak = rounded(decimalOf(settings.initialBalance));
  let nearest = { peak, trough: peak, off: depth };
  for (const trough of statistics.equityCurve.equity) {
    peak = Math.max(peak, trough);
    const off = Math.abs(depth - (depthOf(decimalOf(peak), decimalOf(trough)) ?? 0));
    if (off < nearest.off) nearest = { peak, trough, off };
    if (off === 0) break;
  }
  return nearest;
}
