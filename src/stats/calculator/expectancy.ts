import { mean, ratio } from './compensated-sum.js';
import type { PerOutcome } from './outcomes.js';

/**
 * Expectancy: what a trade brings on average, in account currency, taken apart by outcome.
 *
 * - probability = trades of the outcome / all trades, 0..1; the three sum to 1. `winrate` is that of a win.
 * - average = Σ plNet of the outcome / its trades; `avgLoss` is negative, `avgBreakEven` within ± the threshold.
 * - contribution = probability · average = Σ plNet of the outcome / all trades; the three sum to the expectancy.
 * - winLossRatio = avgWin / |avgLoss|.
 *
 * Without trades all are null. An average is null for an outcome that no trade has, its contribution then 0; the
 * ratio is null without a win or without a loss.
 */
export function expectancy(counts: PerOutcome, plNet: PerOutcome, totalPlNet: number) {
  const count = counts.win + counts.loss + counts.breakEven;
  const avgWin = mean(plNet.win, counts.win);
  const avgLoss = mean(plNet.loss, counts.loss);
  return {
    winrate: mean(counts.win, count),
    avgWin,
    avgLoss,
    winLossRatio: ratio(avgWin, avgLoss === null ? null : -avgLoss),
    expectancy: mean(totalPlNet, count),
    expectancyComponents: {
      winProbability: mean(counts.win, count),
      lossProbability: mean(counts.loss, count),
      breakEvenProbability: mean(counts.breakEven, count),
      avgBreakEven: mean(plNet.breakEven, counts.breakEven),
      winContribution: mean(plNet.win, count),
      lossContribution: mean(plNet.loss, count),
      breakEvenContribution: mean(plNet.breakEven, count),
    },
  };
}
