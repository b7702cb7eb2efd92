import { decimalOf, times, toDouble } from '../../../shared/decimal/exact-decimal.js';
import { ratio, whole } from '../../../shared/decimal/exact-sum.js';
import { thinnedCurve } from '../../../shared/figures/thinned-curve.js';
import type { SessionDays } from '../../trials/study-sessions.store.js';
import { exitDaysOf } from '../day-returns.js';

/** Maximum number of points of a curve. */
export const MAX_CURVE_POINTS = 40;

/**
 * Returns the equity at the start and after each day with exits, in percent of the initial balance. A curve of more
 * than 40 points is thinned, and keeps its extremes.
 */
export function dailyCurve({ initialBalance, dailyPlNet }: Omit<SessionDays, 'id'>): number[] {
  const days = exitDaysOf({ initialBalance, dailyPlNet });
  const equity = Float64Array.from([initialBalance, ...days.map(({ end }) => toDouble(end))]);
  const { equity: kept } = thinnedCurve({ time: equity.map((_, i) => i), equity }, MAX_CURVE_POINTS);
  const balance = decimalOf(initialBalance);
  return Array.from(kept, (value) => ratio(times(decimalOf(value), whole(100)), balance)!);
}
