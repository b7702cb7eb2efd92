import { roundingError } from './compensated-sum.js';

/**
 * Win: plNet > T. Loss: plNet < −T. Break-even: |plNet| ≤ T, T being the break-even threshold in account currency.
 * This is the only place that tells them apart. Outcomes index the slots of the sums below.
 */
export const LOSS = 0;
export const BREAK_EVEN = 1;
export const WIN = 2;

/** One number for each outcome. */
export interface PerOutcome {
  readonly loss: number;
  readonly breakEven: number;
  readonly win: number;
}

const perOutcome = (slots: ArrayLike<number>): PerOutcome => ({
  loss: slots[LOSS]!,
  breakEven: slots[BREAK_EVEN]!,
  win: slots[WIN]!,
});

/**
 * The outcome of each trade, and how many have each; the counts sum to the number of trades. Without a branch: real
 * wins and losses alternate too freely to be predicted.
 */
export function classifyOutcomes(
  plNet: Float64Array,
  count: number,
  threshold: number,
): { readonly outcomes: Uint8Array; readonly counts: PerOutcome } {
  const outcomes = new Uint8Array(count);
  let wins = 0;
  let losses = 0;
  for (let i = 0; i < count; i++) {
    const net = plNet[i]!;
    const win = Number(net > threshold);
    const loss = Number(net < -threshold);
    outcomes[i] = BREAK_EVEN + win - loss;
    wins += win;
    losses += loss;
  }
  return { outcomes, counts: { loss: losses, breakEven: count - wins - losses, win: wins } };
}

/** Σ of a column, less another where given, within each outcome, compensated; 0 for an outcome that no trade has. */
export function sumPerOutcome(outcomes: Uint8Array, values: Float64Array, less?: Float64Array): PerOutcome {
  const sums = new Float64Array(3);
  const lost = new Float64Array(3);
  for (let i = 0; i < outcomes.length; i++) {
    const outcome = outcomes[i]!;
    const value = less ? values[i]! - less[i]! : values[i]!;
    const sum = sums[outcome]!;
    const next = sum + value;
    lost[outcome]! += roundingError(sum, value, next);
    sums[outcome] = next;
  }
  return perOutcome(sums.map((sum, outcome) => sum + lost[outcome]!));
}

/** The least and greatest value of a column within each outcome; Infinity and −Infinity where no trade has it. */
export function rangePerOutcome(outcomes: Uint8Array, values: Float64Array) {
  const least = new Float64Array(3).fill(Infinity);
  const greatest = new Float64Array(3).fill(-Infinity);
  for (let i = 0; i < outcomes.length; i++) {
    const outcome = outcomes[i]!;
    const value = values[i]!;
    if (value < least[outcome]!) least[outcome] = value;
    if (value > greatest[outcome]!) greatest[outcome] = value;
  }
  return { least: perOutcome(least), greatest: perOutcome(greatest) };
}
