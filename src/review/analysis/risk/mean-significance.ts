import { type Moments, deviationOf, meanOf } from '../../../shared/figures/probability/moments.js';
import { twoSidedPValue } from '../../../shared/figures/probability/student-t.js';

/**
 * Returns Student's t-test of whether the mean plNet differs from 0 by more than chance. tStatistic = mean/(sd/√N).
 * pValue is the probability, 0..1, that t is at least as far from 0 if the expectancy is 0, with N − 1 degrees of
 * freedom. Both are null if there are fewer than 2 trades or if all trades are equal.
 */
export function meanSignificance(moments: Moments) {
  const deviation = deviationOf(moments);
  if (!deviation) return { tStatistic: null, pValue: null };
  const tStatistic = meanOf(moments) / (deviation / Math.sqrt(moments.count));
  return { tStatistic, pValue: twoSidedPValue(tStatistic, moments.count - 1) };
}
