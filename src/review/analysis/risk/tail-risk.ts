import { compensatedSum } from '../../../shared/figures/probability/compensated-sum.js';
import { quantileAt } from '../../../shared/figures/probability/quantile.js';
import type { DailyReturns } from './daily-returns.js';

/** Minimum number of days. If there are fewer days, the worst 5 % are less than one day. */
const MIN_DAYS = 20;

export interface TailRisk {
  readonly valueAtRisk95Pct: number | null;
  readonly expectedShortfall95Pct: number | null;
}

/**
 * Returns the value at risk (the 5 % quantile of the daily returns) and the expected shortfall (the mean of the returns
 * at or below this quantile). Both are in percent of the equity at the start of the day; a loss is negative. Both are
 * null if there are fewer than 20 days.
 */
export function tailRisk({ values, idleDays, days }: DailyReturns): TailRisk {
  if (days < MIN_DAYS) return { valueAtRisk95Pct: null, expectedShortfall95Pct: null };
  const sorted = values.toSorted();
  const losing = values.reduce((count, r) => count + Number(r < 0), 0);
  // In ascending order, days without an exit come after days with a loss and before all other days.
  const valueAtRisk = quantileAt(days, 0.05, (rank) => {
    if (rank < losing) return sorted[rank]!;
    return rank < losing + idleDays ? 0 : sorted[rank - idleDays]!;
  });
  const tail = sorted.filter((r) => r <= valueAtRisk);
  const idleInTail = valueAtRisk >= 0 ? idleDays : 0;
  const shortfall = compensatedSum(tail) / (tail.length + idleInTail);
  return { valueAtRisk95Pct: valueAtRisk * 100, expectedShortfall95Pct: shortfall * 100 };
}
