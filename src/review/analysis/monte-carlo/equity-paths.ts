import { decimalOf, minus, times, toDouble } from '../../../shared/decimal/exact-decimal.js';
import { UNITS_PER_ONE, whole } from '../../../shared/decimal/exact-sum.js';
import { unitColumn } from '../../../shared/decimal/unit-column.js';
import type { NextPath } from '../path-orders.js';

export interface PathSettings {
  /** Equity before the first trade, in account currency; above 0. */
  readonly initialBalance: number;
  readonly paths: number;
  /** Number of trades in a path. */
  readonly trades: number;
  /** A path is ruined if its equity falls to this level or below, account currency. */
  readonly ruinLevel: number;
}

/** Results of the paths, with one element per path. Money is in units of 1e-8. */
export interface EquityPaths {
  /** Gain of each path up to each point. */
  readonly gains: readonly Float64Array[];
  readonly maxDrawdown: Float64Array;
  /** Greatest drawdown as a share of the peak, 0..1, as in the statistics. Above 1 if the equity is negative. */
  readonly maxDrawdownShare: Float64Array;
  readonly ruined: number;
}

/**
 * Computes the profit and loss along each path, from 0.
 *
 * The result is exact below 2^53 units (an amount of 9e7), whatever the balance is. Larger sums are rounded. The
 * balance affects only ruin and the drawdown as a share of the peak.
 * @param points ascending numbers of trades, from 0 to the length of a path, after which the gains are recorded
 */
export function equityPaths(
  plNet: Float64Array,
  { initialBalance, paths, trades, ruinLevel }: PathSettings,
  nextPath: NextPath,
  points: Uint32Array,
): EquityPaths {
  const units = unitColumn(plNet);
  const start = Math.round(initialBalance * UNITS_PER_ONE);
  const ruin = unitsBetween(initialBalance, ruinLevel);
  const gainsAt = Array.from(points, () => new Float64Array(paths));
  const maxDrawdown = new Float64Array(paths);
  const maxDrawdownShare = new Float64Array(paths);
  let ruined = 0;
  const path = new Uint32Array(trades);
  for (let p = 0; p < paths; p++) {
    nextPath(path);
    let [gain, peak, least] = [0, 0, 0];
    let [deepest, share, fallOfShare] = [0, 0, 0];
    for (let point = 0, i = 0; point < points.length; point++) {
      for (; i < points[point]!; i++) {
        gain += units[path[i]!]!;
        if (gain >= peak) {
          peak = gain;
          continue;
        }
        if (gain < least) least = gain;
        const fall = peak - gain;
        // Peaks only rise, so a fall that is not greater than the deepest fall is never a larger share.
        if (fall <= fallOfShare) continue;
        if (fall > deepest) deepest = fall;
        const ofPeak = fall / (start + peak);
        if (ofPeak > share) [share, fallOfShare] = [ofPeak, fall];
      }
      gainsAt[point]![p] = gain;
    }
    maxDrawdown[p] = deepest;
    maxDrawdownShare[p] = share;
    if (least <= ruin) ruined += 1;
  }
  return { gains: gainsAt, maxDrawdown, maxDrawdownShare, ruined };
}

/**
 * Returns the difference of two amounts in units, rounded once. Gains are whole units, so a comparison with the rounded
 * difference has the same result as a comparison with the exact difference.
 */
const unitsBetween = (from: number, to: number): number =>
  toDouble(times(minus(decimalOf(to), decimalOf(from)), whole(UNITS_PER_ONE)));
