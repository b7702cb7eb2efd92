import { type ExactDecimal, plus } from '../../decimal/exact-decimal.js';
import { type SignedSums, sumsBySlot } from '../../decimal/exact-sum.js';
import { LOSS, BREAK_EVEN_LOSS, type PerOutcome, WIN, BREAK_EVEN_GAIN } from './outcomes.js';

/** Exact sums of a column by outcome and by sign of plNet. The sum of an outcome without trades is 0. */
export interface OutcomeSums extends PerOutcome<ExactDecimal>, SignedSums {}

export const outcomeSums = (outcomes: Uint8Array, values: Float64Array): OutcomeSums =>
  combined(sumsBySlot(values, outcomes.length, outcomes));

/**
 * Combines the sums of the four outcomes.
 * @param slots sums by outcome
 */
export function combined(slots: readonly ExactDecimal[]): OutcomeSums {
  const [loss, lostLittle, wonLittle, win] = [LOSS, BREAK_EVEN_LOSS, BREAK_EVEN_GAIN, WIN].map(
    (slot) => slots[slot]!,
  ) as Four;
  const [gained, lost] = [plus(win, wonLittle), plus(loss, lostLittle)];
  return { loss, breakEven: plus(lostLittle, wonLittle), win, gained, lost, total: plus(gained, lost) };
}

type Four = [ExactDecimal, ExactDecimal, ExactDecimal, ExactDecimal];
