import { minus, times, toDouble } from '../../decimal/exact-decimal.js';
import type { ExitDay } from './exit-days.js';

/**
 * Daily returns, r: P/L of a local day / equity at its start. There is one for each day from that of the first entry
 * to that of the last exit; a day without an exit returns 0 and is counted, not stored, so that years without a trade
 * cost nothing.
 */
export interface DailyReturns {
  /** Of the days with exits. */
  readonly values: Float64Array;
  readonly idleDays: number;
  /** n, all of them. */
  readonly days: number;
  /** Whether all n are the same number, decided without rounding: of equal ones as doubles, the deviation is not 0. */
  readonly areEqual: boolean;
}

/**
 * Null if the equity is not above 0 at the start of any day: a return on it means nothing.
 * @param days from that of the first entry to that of the last exit
 */
export function dailyReturns(exitDays: readonly ExitDay[], days: number): DailyReturns | null {
  // An idle day starts with the equity of the exit day that follows it.
  if (exitDays.some(({ start }) => start.mantissa <= 0)) return null;
  const idleDays = days - exitDays.length;
  return {
    values: Float64Array.from(exitDays, ({ plNet, start }) => toDouble(plNet) / toDouble(start)),
    idleDays,
    days,
    areEqual: idleDays > 0 ? exitDays.every(({ plNet }) => plNet.mantissa == 0) : haveOneReturn(exitDays),
  };
}

/** dᵢ/Eᵢ = d₀/E₀ for all i, as dᵢ·E₀ = d₀·Eᵢ. */
function haveOneReturn(exitDays: readonly ExitDay[]): boolean {
  const first = exitDays[0];
  return exitDays.every(
    ({ plNet, start }) => minus(times(plNet, first!.start), times(first!.plNet, start)).mantissa == 0,
  );
}
