import { type ExactDecimal, decimalOf, minus, rounded, times } from '../../decimal/exact-decimal.js';
import { ratio, whole } from '../../decimal/exact-sum.js';
import type { Explained } from './explained.js';

/** Two points of the equity curve: the highest so far, and one at or after it. */
export interface Fall {
  readonly peak: number;
  readonly trough: number;
}

/** The first fall as deep as `maxDrawdown`. */
export const greatestFall = (explained: Explained): Fall =>
  fallOf(explained, explained.statistics.maxDrawdown, (peak, trough) => rounded(minus(peak, trough)));

/** The first fall as deep as `maxDrawdownPct`. */
export const greatestFallPct = (explained: Explained): Fall =>
  fallOf(explained, explained.statistics.maxDrawdownPct, (peak, trough) =>
    ratio(times(minus(peak, trough), whole(100)), peak),
  );

/**
 * Returns the first fall with the given depth, or the nearest one: if the balance has more than 8 decimals, the depth
 * can differ in the last digit, because the curve is rounded.
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
