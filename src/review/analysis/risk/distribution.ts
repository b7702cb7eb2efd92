import { exactSum, mean } from '../../../shared/decimal/exact-sum.js';
import { type Moments, deviationOf } from '../../../shared/figures/probability/moments.js';
import { valuesAtRanks } from '../../../shared/figures/calculator/values-at-ranks.js';

/**
 * Returns the distribution of plNet.
 * - median: the middle value, or the exact mean of the two middle values.
 * - standardDeviation: by N − 1. Null for fewer than 2 trades.
 * - skewness: G₁ = g₁·√(N(N − 1))/(N − 2). Null for fewer than 3 trades. Below 0 the losses reach further from the
 *   mean.
 * - excessKurtosis: G₂ = ((N + 1)(b₂ − 3) + 6)·(N − 1)/((N − 2)(N − 3)). Null for fewer than 4 trades. Above 0 the
 *   tails are heavier than normal.
 *
 * G₁ and G₂ are the estimators of SAS and Excel (Joanes and Gill, "Comparing measures of sample skewness and kurtosis",
 * 1998). Both are null if all trades are equal.
 */
export function distributionOf(values: Float64Array, moments: Moments) {
  const n = values.length;
  const { skewness: g1, kurtosis: b2 } = moments;
  return {
    median: n === 0 ? null : median(values),
    standardDeviation: deviationOf(moments),
    skewness: g1 === null || n < 3 ? null : (g1 * Math.sqrt(n * (n - 1))) / (n - 2),
    excessKurtosis: b2 === null || n < 4 ? null : (((n + 1) * (b2 - 3) + 6) * (n - 1)) / ((n - 2) * (n - 3)),
  };
}

/**
 * Returns the median. If the count is odd, both middle ranks are the same rank, so the mean is the middle value itself.
 */
function median(values: Float64Array): number | null {
  const last = values.length - 1;
  const middle = valuesAtRanks(values, [Math.floor(last / 2), Math.ceil(last / 2)]);
  return mean(exactSum(Float64Array.from(middle)), 2);
}
