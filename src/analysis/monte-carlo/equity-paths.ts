import { UNITS } from '../../decimal/exact-sum.js';
import { unitColumn } from '../../decimal/unit-column.js';
import type { NextPath } from './path-orders.js';

export interface PathSettings {
  /** Equity before the first trade, account currency, above 0. */
  readonly initialBalance: number;
  readonly paths: number;
  /** Trades of a path. */
  readonly trades: number;
  /** A path is ruined when its equity is at this or below, account currency. */
  readonly ruinLevel: number;
}

/** Columns by path. Money in units of 1e-8. */
export interface EquityPaths {
  /** At each of the points. */
  readonly equity: readonly Float64Array[];
  readonly maxDrawdown: Float64Array;
  /** 0..1, above 1 when the equity is negative: the greatest share of a peak, as in the statistics. */
  readonly maxDrawdownShare: Float64Array;
  readonly ruined: number;
}

/**
 * Walks the equity along each path. It is exact while it is below 2^53 units, which is 9e7; beyond, sums are doubles.
 * @param points ascending numbers of trades, from 0 to all of a path, at which the equity is kept
 */
export function equityPaths(
  plNet: Float64Array,
  { initialBalance, paths, trades, ruinLevel }: PathSettings,
  nextPath: NextPath,
  points: Uint32Array,
): EquityPaths {
  const units = unitColumn(plNet);
  const start = Math.round(initialBalance * UNITS);
  const equityAt = Array.from(points, () => new Float64Array(paths));
  const maxDrawdown = new Float64Array(paths);
  const maxDrawdownShare = new Float64Array(paths);
  let ruined = 0;
  const path = new Uint32Array(trades);
  for (let p = 0; p < paths; p++) {
    nextPath(path);
    let [equity, peak, least] = [start, start, start];
    let [deepest, share, fallOfShare] = [0, 0, 0];
    for (let point = 0, i = 0; point < points.length; point++) {
      for (; i < points[point]!; i++) {
        equity += units[path[i]!]!;
        if (equity >= peak) {
          peak = equity;
          continue;
        }
        if (equity < least) least = equity;
        const fall = peak - equity;
        // Peaks only rise: a smaller fall is not a larger share.
        if (fall <= fallOfShare) continue;
        if (fall > deepest) deepest = fall;
        if (fall / peak > share) [share, fallOfShare] = [fall / peak, fall];
      }
      equityAt[point]![p] = equity;
    }
    maxDrawdown[p] = deepest;
    maxDrawdownShare[p] = share;
    if (least / UNITS <= ruinLevel) ruined += 1;
  }
  return { equity: equityAt, maxDrawdown, maxDrawdownShare, ruined };
}
