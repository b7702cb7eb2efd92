/**
 * Win: plNet > T. Loss: plNet < −T. Break-even: |plNet| ≤ T, T being the break-even threshold in account currency; here
 * in two halves by its sign, so that one look at a trade serves the figures that go by the threshold and those that go
 * by the sign. This is the only place that tells them apart. Outcomes are slots of sums.
 */
export const LOSS = 0;
export const LOST_LITTLE = 1;
export const WON_LITTLE = 2;
export const WIN = 3;

/** One of something for each outcome, the halves of a break-even as one. */
export interface PerOutcome<T = number> {
  readonly loss: T;
  readonly breakEven: T;
  readonly win: T;
}

export interface Outcomes {
  /** By trade. */
  readonly outcomes: Uint8Array;
  /** How many have each; they sum to the number of trades. */
  readonly counts: PerOutcome;
}

/** The outcome of each trade. Without a branch: real wins and losses alternate too freely to be predicted. */
export function classifyOutcomes(plNet: Float64Array, count: number, threshold: number): Outcomes {
  const outcomes = new Uint8Array(count);
  let wins = 0;
  let losses = 0;
  for (let i = 0; i < count; i++) {
    const net = plNet[i]!;
    const win = Number(net > threshold);
    const loss = Number(net < -threshold);
    outcomes[i] = LOST_LITTLE + Number(net >= 0) + win - loss;
    wins += win;
    losses += loss;
  }
  return { outcomes, counts: { loss: losses, breakEven: count - wins - losses, win: wins } };
}

/** The least value of the losses and the greatest of the wins; Infinity and −Infinity where there are none. */
export function extremes(outcomes: Uint8Array, values: Float64Array) {
  const least = new Float64Array(4).fill(Infinity);
  const greatest = new Float64Array(4).fill(-Infinity);
  for (let i = 0; i < outcomes.length; i++) {
    const outcome = outcomes[i]!;
    const value = values[i]!;
    if (value < least[outcome]!) least[outcome] = value;
    if (value > greatest[outcome]!) greatest[outcome] = value;
  }
  return { leastOfLosses: least[LOSS]!, greatestOfWins: greatest[WIN]! };
}
