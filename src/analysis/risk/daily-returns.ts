import { minus, times, toDouble } from '../../decimal/exact-decimal.js';
import type { ExitDay } from './exit-days.js';

/**
 * Daily returns: the profit and loss of a local day divided by the equity at the start of the day. Every day from the
 * first entry to the last exit has a return; the return of a day without an exit is 0. Days without an exit are counted
 * instead of stored, so years without trades take no time.
 */
export interface DailyReturns {
  /** Returns of the days with exits. */
  readonly values: Float64Array;
  readonly idleDays: number;
  /** Number of all days, n. */
  readonly days: number;
  /**
   * True if all n returns are equal, decided exactly. As doubles, equal returns may differ, and their deviation would
   * not be 0.
   */
  readonly areEqual: boolean;
}

/**
 * Returns the daily returns; null if the equity is not above 0 at the start of a day, because the return of this day is
 * undefined.
 * @param days number of days from the day of the first entry to the day of the last exit
 */
export function dailyReturns(exitDays: readonly ExitDay[], days: number): DailyReturns | null {
  // A day without an exit starts with the same equity as the next day with an exit.
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
