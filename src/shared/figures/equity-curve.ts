import { decimalOf, parsedDecimal, plus, times, toDouble } from '../decimal/exact-decimal.js';
import { ratio, whole } from '../decimal/exact-sum.js';
import type { EquityCurve } from './calculator/walked-equity.js';
import { thinnedCurve } from './thinned-curve.js';

/** Maximum number of points of a curve. */
export const MAX_CURVE_POINTS = 40;

/** The results of a session by local day. */
export interface DailyResults {
  readonly initialBalance: number;
  /** Net result of each day with exits as decimal text, ascending. */
  readonly dailyPlNet: readonly { readonly plNet: string }[];
}

/** Returns the equity in percent of the initial balance, which is above 0, so the quotient is never null. */
export const percentOf = (equity: number, initialBalance: number): number =>
  ratio(times(decimalOf(equity), whole(100)), decimalOf(initialBalance))!;

/** Returns the equity in percent of the initial balance. A curve of more than 40 points is thinned, and keeps its extremes. */
export function percentCurve(curve: EquityCurve, initialBalance: number): number[] {
  const { equity } = thinnedCurve(curve, MAX_CURVE_POINTS);
  return Array.from(equity, (value) => percentOf(value, initialBalance));
}

/**
 * Returns the curve of the equity at the start and after each day with exits. It stands for the curve of a session whose
 * figures were stored by version 1.13 or earlier, without the curve.
 */
export function dailyCurve({ initialBalance, dailyPlNet }: DailyResults): number[] {
  const equity = new Float64Array(dailyPlNet.length + 1).fill(initialBalance);
  let end = decimalOf(initialBalance);
  for (const [day, { plNet }] of dailyPlNet.entries()) {
    end = plus(end, parsedDecimal(plNet));
    equity[day + 1] = toDouble(end);
  }
  // The times do not matter for the points that are kept.
  return percentCurve({ time: equity, equity }, initialBalance);
}
