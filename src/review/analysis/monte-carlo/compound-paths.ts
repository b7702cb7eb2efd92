import type { PathSettings } from './equity-paths.js';
import type { NextPath } from '../path-orders.js';

/** Results of paths that multiply by factors, with one element per path. Money is in account currency. */
export interface CompoundPaths {
  /** Equity of each path at each point. */
  readonly equity: readonly Float64Array[];
  readonly maxDrawdown: Float64Array;
  /** Greatest drawdown as a share of the peak, 0..1. */
  readonly maxDrawdownShare: Float64Array;
  readonly ruined: number;
}

/** An equity that equals the ruin level may exceed it by this relative difference because of rounding. */
const RUIN_TOLERANCE = 1e-12;

/**
 * Multiplies the equity by a factor for each trade of each path. A factor of 0 or less sets the equity to 0 for the
 * rest of the path, because a debt does not compound.
 * @param points ascending numbers of trades, from 0 to the length of a path, after which the equity is recorded
 */
export function compoundPaths(
  factors: Float64Array,
  { initialBalance, paths, trades, ruinLevel }: PathSettings,
  nextPath: NextPath,
  points: Uint32Array,
): CompoundPaths {
  const ruin = ruinLevel * (1 + RUIN_TOLERANCE);
  const equityAt = Array.from(points, () => new Float64Array(paths));
  const maxDrawdown = new Float64Array(paths);
  const maxDrawdownShare = new Float64Array(paths);
  let ruined = 0;
  const path = new Uint32Array(trades);
  for (let p = 0; p < paths; p++) {
    nextPath(path);
    let [equity, peak, least] = [initialBalance, initialBalance, initialBalance];
    let [deepest, share] = [0, 0];
    for (let point = 0, i = 0; point < points.length; point++) {
      for (; i < points[point]!; i++) {
        const factor = factors[path[i]!]!;
        equity = factor > 0 ? equity * factor : 0;
        if (equity >= peak) {
          peak = equity;
          continue;
        }
        if (equity < least) least = equity;
        const fall = peak - equity;
        // Peaks only rise, so a fall that is not greater than the deepest fall is never a larger share.
        if (fall <= deepest) continue;
        deepest = fall;
        const ofPeak = fall / peak;
        if (ofPeak > share) share = ofPeak;
      }
      equityAt[point]![p] = equity;
    }
    maxDrawdown[p] = deepest;
    maxDrawdownShare[p] = share;
    if (least <= ruin) ruined += 1;
  }
  return { equity: equityAt, maxDrawdown, maxDrawdownShare, ruined };
}
