import { mean } from './compensated-sum.js';
import { type PerOutcome, rangePerOutcome, sumPerOutcome } from './outcomes.js';

/**
 * plPct, the net result in percent of the entry notional, within an outcome: greatest and mean of the wins, least
 * and mean of the losses. Null when there is no such trade; those of wins are not negative and those of losses not
 * positive, since plPct has the sign of plNet.
 */
export function percentExtremes(outcomes: Uint8Array, plPct: Float64Array, counts: PerOutcome) {
  const sums = sumPerOutcome(outcomes, plPct);
  const { least, greatest } = rangePerOutcome(outcomes, plPct);
  return {
    bestWinPct: counts.win === 0 ? null : greatest.win,
    worstLossPct: counts.loss === 0 ? null : least.loss,
    avgWinPct: mean(sums.win, counts.win),
    avgLossPct: mean(sums.loss, counts.loss),
  };
}
