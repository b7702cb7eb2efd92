import { centralSums } from '../../../shared/figures/probability/central-sums.js';
import { compensatedSum } from '../../../shared/figures/probability/compensated-sum.js';
import type { DailyReturns } from '../risk/daily-returns.js';

/**
 * The moments of the daily returns. All moments are null if the returns are undefined, if they are all equal, or if
 * there are fewer than 2.
 */
export interface ReturnMoments {
  /** Mean / standard deviation, by n − 1. */
  readonly sharpePerDay: number | null;
  /** g₁ = m₃/m₂^1.5 of the population. */
  readonly skewness: number | null;
  /** b₂ = m₄/m₂² of the population. It is 3 for a normal distribution. */
  readonly kurtosis: number | null;
}

/** Returns the moments of the daily returns. They are not rounded, because further figures are computed from them. */
export function returnMoments(returns: DailyReturns | null): ReturnMoments {
  if (!returns || returns.days < 2 || returns.areEqual)
    return { sharpePerDay: null, skewness: null, kurtosis: null };
  const { values, idleDays, days } = returns;
  const mean = compensatedSum(values) / days;
  const { squares, cubes, fourths } = centralSums(values, mean, idleDays);
  const m2 = squares / days;
  return {
    sharpePerDay: mean / Math.sqrt(squares / (days - 1)),
    skewness: cubes / days / (m2 * Math.sqrt(m2)),
    kurtosis: fourths / days / (m2 * m2),
  };
}
