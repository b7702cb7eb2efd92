import { type ExactDecimal, minus, toDouble } from '../../../shared/decimal/exact-decimal.js';
import { compensatedSum } from '../../../shared/figures/probability/compensated-sum.js';
import type { ExitDay } from './exit-days.js';

/**
 * Returns the ulcer index in percent, at least 0: √(Σ d² / n) (Martin and McCann, "The investor's guide to Fidelity
 * funds", 1989). d is the distance of the equity below its peak at the end of a day, in percent of the peak. The
 * initial balance counts as a peak, too.
 * @param days n, from the day of the first entry to the day of the last exit. Before the first exit, d is 0.
 */
export function ulcerIndex(exitDays: readonly ExitDay[], days: number): number {
  let peak = exitDays[0]!.start;
  const squares = Float64Array.from(exitDays, ({ day, end }, i) => {
    if (minus(end, peak).mantissa > 0) peak = end;
    // The equity does not change until the next day with an exit. After the last day with an exit, no day follows.
    const until = exitDays[i + 1]?.day ?? day + 1;
    return percentBelow(peak, end) ** 2 * (until - day);
  });
  return Math.sqrt(compensatedSum(squares) / days);
}

const percentBelow = (peak: ExactDecimal, equity: ExactDecimal): number =>
  (toDouble(minus(peak, equity)) / toDouble(peak)) * 100;
