import { decimalOf, minus, times, toDouble } from '../../decimal/exact-decimal.js';
import { UNITS_PER_ONE, whole } from '../../decimal/exact-sum.js';
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
  /** What the trades made up to each of the points. */
  readonly gains: readonly Float64Array[];
  readonly maxDrawdown: Float64Array;
  /** 0..1, above 1 when the equity is negative: the greatest share of a peak, as in the statistics. */
  readonly maxDrawdownShare: Float64Array;
  readonly ruined: number;
}

/**
 * Walks the P/L along each path, from 0: it is exact while it is below 2^53 units, which is 9e7, however large the balance
 * is. Beyond, sums are doubles. The balance matters for shares and ruin alone.
 * @param points ascending numbers of trades, from 0 to all of a path, at which the gains are kept
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
        // Peaks only rise: a smaller fall is not a larger share.
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

/** Of the whole difference, rounded once: gains are whole units, and compare with it as with the difference itself. */
const unitsBetween = (from: number, to: number): number =>
  toDouble(times(minus(decimalOf(to), decimalOf(from)), whole(UNITS_PER_ONE)));
