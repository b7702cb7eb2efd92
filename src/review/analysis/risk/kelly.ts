import { plus, times } from '../../../shared/decimal/exact-decimal.js';
import { ratio, whole } from '../../../shared/decimal/exact-sum.js';
import type { OutcomeSums } from '../../../shared/figures/calculator/outcome-sums.js';
import type { PerOutcome } from '../../../shared/figures/calculator/outcomes.js';

/**
 * Returns the Kelly criterion: the share of the capital that must be risked for the fastest growth (Kelly, "A new
 * interpretation of information rate", 1956). The share is p − q/b, with p = wins / (wins + losses), q = 1 − p and b =
 * winLossRatio. It is at most 1. If it is below 0, the trades lose money. Null if there is no win or no loss.
 *
 * The share is computed as one quotient, so that it is rounded only once. If W and −L are the sums of w wins and l
 * losses, q/b = l/(w + l) · (L/l)/(W/w), so p − q/b = w(W − L) / ((w + l)W).
 */
export function kelly(counts: PerOutcome, plNet: OutcomeSums): number | null {
  if (counts.win === 0 || counts.loss === 0) return null;
  const decided = whole(counts.win + counts.loss);
  return ratio(times(whole(counts.win), plus(plNet.win, plNet.loss)), times(decided, plNet.win));
}
