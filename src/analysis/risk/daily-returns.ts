import { minus, times, toDouble } from '../../decimal/exact-decimal.js';
import type { ExitDay } from './exit-days.js';

/**
 * Daily returns r: profit and loss of a local day / equity at its start. There is one for each day from the first
 * entry to the last exit. A day without an exit has the return 0. Such days are counted, not stored, so years without
 * trades cost nothing.
 */
export interface DailyReturns {
  /** Returns of the days with exits. */
  readonly values: Float64Array;
  readonly idleDays: number;
  /** n: the number of all days. */
  readonly days: number;
  /**
   * Whether all n returns are equal, decided without rounding. The deviation of equal returns would not be 0 if they
   * are compared as doubles.
   */
  readonly areEqual: boolean;
}

/**
 * Returns null if the equity is not above 0 at the start of any day, because its return is then undefined.
 * @param days from the day of the first entry to the day of the last exit
 */
export function dailyReturns(exitDays: readonly ExitDay[], days: number): DailyReturns | null {
  // An idle day starts with the same equity as the exit day that follows it.
  if (exitDays.some(({ start }) => start.mantissa <= 0)) return null;
  const idleDays = days - exitDays.length;
  return {
    values: Float64Array.from(exitDays, ({ plNet, start }) => toDouble(plNet) / toDouble(start)),
    idleDays,
    days,
    areEqual: idleDays > 0 ? exitDays.every(({ plNet }) => plNet.mantissa == 0) : haveOneReturn(exitDays),
  };
}

/** dᵢ/Eᵢ = d₀/E₀ for all i, checked as dᵢ·E₀ = d₀·Eᵢ. */
function haveOneReturn(exitDays: readonly ExitDay[]): boolean {
  const first = exitDays[0];
  return exitDays.every(
    ({ plNet, start }) => minus(times(plNet, first!.start), times(first!.plNet, start)).mantissa == 0,
  );
}
