import { minus, times, toDouble } from '../../../shared/decimal/exact-decimal.js';
import type { ExitDay } from './exit-days.js';

/**
 * Daily returns: the profit and loss of each local day divided by the equity at the start of the day. Every day from
 * the first entry to the last exit has a return, which is 0 if the day has no exit. Days without an exit are only
 * counted, not stored, so years without trades take no time.
 */
export interface DailyReturns {
  /** Returns of the days with exits. */
  readonly values: Float64Array;
  readonly idleDays: number;
  /** Number of all days, n. */
  readonly days: number;
  /**
   * True if all n returns are equal, compared exactly. As doubles, equal returns may differ, so their deviation would
   * not be 0.
   */
  readonly areEqual: boolean;
}

/**
 * Returns the daily returns; null if the equity at the start of a day is 0 or less, because the return of such a day is
 * undefined.
 * @param days number of days from the day of the first entry to the day of the last exit
 */
export function dailyReturns(exitDays: readonly ExitDay[], days: number): DailyReturns | null {
  // A day without an exit starts with the same equity as the next day with an exit, so only days with exits are
  // checked.
  if (exitDays.some(({ start }) => start.mantissa <= 0)) return null;
  const idleDays = days - exitDays.length;
  return {
    values: Float64Array.from(exitDays, ({ plNet, start }) => toDouble(plNet) / toDouble(start)),
    idleDays,
    days,
    areEqual: idleDays > 0 ? exitDays.every(({ plNet }) => plNet.mantissa == 0) : haveOneReturn(exitDays),
  };
}

/** Returns whether dᵢ/Eᵢ = d₀/E₀ for all i, checked as dᵢ·E₀ = d₀·Eᵢ. */
function haveOneReturn(exitDays: readonly ExitDay[]): boolean {
  const first = exitDays[0];
  return exitDays.every(
    ({ plNet, start }) => minus(times(plNet, first!.start), times(first!.plNet, start)).mantissa == 0,
  );
}
