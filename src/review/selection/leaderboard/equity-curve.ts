import { decimalOf, parsedDecimal, plus, times, toDouble } from '../../../shared/decimal/exact-decimal.js';
import { ratio, whole } from '../../../shared/decimal/exact-sum.js';
import { thinnedCurve } from '../../../shared/figures/thinned-curve.js';
import type { SessionDays } from '../../trials/study-sessions.store.js';

/** Maximum number of points of a curve. */
export const MAX_CURVE_POINTS = 40;

/**
 * Returns the equity at the start and after each day with exits, in percent of the initial balance. A curve of more
 * than 40 points is thinned, and keeps its extremes.
 */
export function dailyCurve({ initialBalance, dailyPlNet }: Omit<SessionDays, 'id'>): number[] {
  const balance = decimalOf(initialBalance);
  const equity = new Float64Array(dailyPlNet.length + 1).fill(initialBalance);
  let end = balance;
  for (const [day, { plNet }] of dailyPlNet.entries()) {
    end = plus(end, parsedDecimal(plNet));
    equity[day + 1] = toDouble(end);
  }
  const { equity: kept } = thinnedCurve({ time: equity, equity }, MAX_CURVE_POINTS);
  return Array.from(kept, (value) => ratio(times(decimalOf(value), whole(100)), balance)!);
}
