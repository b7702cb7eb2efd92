import type { ExactDecimal } from '../../decimal/exact-decimal.js';
import { mean } from '../../decimal/exact-sum.js';
import { type ClassifiedTrades, type PerOutcome, extremes } from './outcomes.js';

/**
 * Returns the greatest and the mean plPct of the wins, and the least and the mean plPct of the losses. plPct is the net
 * result in percent of the entry notional. The figures of wins are null if there are no wins, and the figures of losses
 * are null if there are no losses. plPct has the sign of plNet, so figures of wins are at least 0 and figures of losses
 * at most 0.
 */
export function percentExtremes(
  { outcomes, counts }: ClassifiedTrades,
  plPct: Float64Array,
  sums: PerOutcome<ExactDecimal>,
) {
  const { leastOfLosses, greatestOfWins } = extremes(outcomes, plPct);
  return {
    bestWinPct: counts.win === 0 ? null : greatestOfWins,
    worstLossPct: counts.loss === 0 ? null : leastOfLosses,
    avgWinPct: mean(sums.win, counts.win),
    avgLossPct: mean(sums.loss, counts.loss),
  };
}
