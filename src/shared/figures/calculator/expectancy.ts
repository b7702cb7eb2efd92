import { type ExactDecimal, minus, times } from '../../decimal/exact-decimal.js';
import { ZERO, mean, ratio, whole } from '../../decimal/exact-sum.js';
import type { PerOutcome } from './outcomes.js';

/**
 * Returns the expectancy (the average plNet of a trade, in account currency) and its components per outcome.
 * - probability = trades of the outcome / all trades, 0..1. The three probabilities add up to 1. `winrate` is the
 *   probability of a win.
 * - average = Σ plNet of the outcome / trades of the outcome. `avgLoss` is negative, `avgBreakEven` within ± the
 *   threshold.
 * - contribution = probability · average = Σ plNet of the outcome / all trades. The three contributions add up to the
 *   expectancy.
 * - winLossRatio = avgWin / |avgLoss|.
 * If there are no trades, all figures are null. If no trade has an outcome, the average of this outcome is null and its
 * contribution is 0. The ratio is null if there is no win or no loss.
 */
export function expectancy(
  counts: PerOutcome,
  plNet: PerOutcome<ExactDecimal> & { readonly total: ExactDecimal },
) {
  const count = counts.win + counts.loss + counts.breakEven;
  const probability = (outcome: number) => mean(whole(outcome), count);
  return {
    winrate: probability(counts.win),
    avgWin: mean(plNet.win, counts.win),
    avgLoss: mean(plNet.loss, counts.loss),
    winLossRatio: winLossRatio(counts, plNet),
    expectancy: mean(plNet.total, count),
    expectancyComponents: {
      winProbability: probability(counts.win),
      lossProbability: probability(counts.loss),
      breakEvenProbability: probability(counts.breakEven),
      avgBreakEven: mean(plNet.breakEven, counts.breakEven),
      winContribution: mean(plNet.win, count),
      lossContribution: mean(plNet.loss, count),
      breakEvenContribution: mean(plNet.breakEven, count),
    },
  };
}

/**
 * Returns avgWin / |avgLoss|, computed as one quotient so that it is rounded only once: (Σ wins / number of wins) / (|Σ
 * losses| / number of losses).
 */
function winLossRatio(counts: PerOutcome, plNet: PerOutcome<ExactDecimal>): number | null {
  const losses = minus(ZERO, plNet.loss);
  return ratio(times(plNet.win, whole(counts.loss)), times(losses, whole(counts.win)));
}
