import { decimalOf, parsedDecimal, plus, times, toDouble } from '../decimal/exact-decimal.js';
import { ratio, whole } from '../decimal/exact-sum.js';
import { thinnedCurve } from './thinned-curve.js';

/** Maximum number of points of a curve. */
export const MAX_CURVE_POINTS = 40;

/** The results of a session by local day. */
export interface DailyResults {
  readonly initialBalance: number;
  /** Net result of each day with exits as decimal text, ascending. */
  readonly dailyPlNet: readonly { readonly plNet: string }[];
}

/**
 * Returns the equity at the start and after each day with exits, in percent of the initial balance. A curve of more
 * than 40 points is thinned, and keeps its extremes.
 */
export function dailyCurve({ initialBalance, dailyPlNet }: DailyResults): number[] {
  const balance = decimalOf(initialBalance);
  const equity = new Float64Array(dailyPlNet.length + 1).fill(initialBalance);
  let end = balance;
  for (const [day, { plNet }] of dailyPlNet.entries()) {
    end = plus(end, parsedDecimal(plNet));
    equity[day + 1] = toDouble(end);
  }
  // The times do not matter for the points that are kept.
  const { equity: kept } = thinnedCurve({ time: equity, equity }, MAX_CURVE_POINTS);
  return Array.from(kept, (value) => ratio(times(decimalOf(value), whole(100)), balance)!);
}
