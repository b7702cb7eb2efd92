/**
 * The outcomes of a trade, with the break-even threshold T in account currency. Win: plNet > T. Loss: plNet < −T.
 * Break-even: |plNet| ≤ T.
 * Break-evens are split by sign, so that one pass serves both the figures that use the threshold and the figures that
 * use only the sign. Only this file classifies trades. The number of an outcome is also the index of its sum.
 */
export const LOSS = 0;
export const BREAK_EVEN_LOSS = 1;
export const BREAK_EVEN_GAIN = 2;
export const WIN = 3;

/** A value per outcome. The two kinds of break-even share one value. */
export interface PerOutcome<T = number> {
  readonly loss: T;
  readonly breakEven: T;
  readonly win: T;
}

export interface ClassifiedTrades {
  /** The outcome of each trade. */
  readonly outcomes: Uint8Array;
  /** The number of trades with each outcome. The numbers add up to the number of trades. */
  readonly counts: PerOutcome;
}

/**
 * Returns the outcome of each trade, and the number of trades with each outcome. The loop has no branch, because the
 * processor could not predict a branch for wins and losses.
 */
export function classifyOutcomes(plNet: Float64Array, count: number, threshold: number): ClassifiedTrades {
  const outcomes = new Uint8Array(count);
  let wins = 0;
  let losses = 0;
  for (let i = 0; i < count; i++) {
    const net = plNet[i]!;
    const win = Number(net > threshold);
    const loss = Number(net < -threshold);
    outcomes[i] = BREAK_EVEN_LOSS + Number(net >= 0) + win - loss;
    wins += win;
    losses += loss;
  }
  return { outcomes, counts: { loss: losses, breakEven: count - wins - losses, win: wins } };
}

/**
 * Returns the least value of the losses and the greatest value of the wins: Infinity if there is no loss, and −Infinity
 * if there is no win.
 */
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
