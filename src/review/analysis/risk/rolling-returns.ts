import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { dateText } from '../local-time/local-days.js';
import { dailyReturns } from './daily-returns.js';
import type { ExitDay } from './exit-days.js';
import { sharpe, volatilityPct } from './return-ratios.js';

export const MIN_ROLLING_DAYS = 7;
export const MAX_ROLLING_DAYS = 365;

/** Maximum number of dates in a response. */
export const MAX_ROLLING_DATES = 2_000;

/** Figures of a window of days. `date` is the last day of the window. */
export interface RollingReturns {
  /** "2024-01-05" */
  readonly date: string;
  readonly sharpe: number | null;
  readonly volatilityPct: number | null;
}

/**
 * Returns the figures of each window of whole days, by the last day of the window. If there are more than 2,000
 * windows, returns 2,000 equally spaced windows. Returns no windows if there are fewer days than a window needs, or if
 * a day has no return because the equity at its start is 0 or less.
 * @param exitDays the days with exits, ascending
 * @param days number of days up to the last day with an exit
 * @param window number of days
 * @param riskFree annual rate as a fraction
 */
export function rollingReturns(
  exitDays: readonly ExitDay[],
  days: number,
  window: number,
  riskFree: number,
): RollingReturns[] {
  const last = exitDays.at(-1);
  if (!last || days < window || exitDays.some(({ start }) => start.mantissa <= 0)) return [];
  let [from, to] = [0, 0];
  return endsOf(last.day - days + window, last.day).map((end) => {
    while (to < exitDays.length && exitDays[to]!.day <= end) to += 1;
    while (from < to && exitDays[from]!.day <= end - window) from += 1;
    const returns = dailyReturns(exitDays.slice(from, to), window)!;
    return {
      date: dateText(end),
      sharpe: roundedDouble(sharpe(returns, riskFree)),
      volatilityPct: roundedDouble(volatilityPct(returns)),
    };
  });
}

/**
 * Returns all days from the first to the last, both included. If there are too many days, returns equally spaced days.
 */
function endsOf(first: number, last: number): number[] {
  const steps = last - first;
  if (steps < MAX_ROLLING_DATES) return Array.from({ length: steps + 1 }, (_, step) => first + step);
  const spacing = steps / (MAX_ROLLING_DATES - 1);
  return Array.from({ length: MAX_ROLLING_DATES }, (_, place) => first + Math.round(place * spacing));
}
