import { normalQuantile } from '../../../shared/figures/probability/normal.js';
import { varianceOf } from '../../../shared/figures/probability/moments.js';

/** The Euler–Mascheroni constant γ. */
const GAMMA = 0.577_215_664_901_532_9;

/** The bar that luck sets: the Sharpe ratio per day that the best of N tries without skill is expected to have. */
export interface SelectionBar {
  /** Variance of the known ratios, by n − 1; null if fewer than 2 ratios are known. */
  readonly variance: number | null;
  /** E, the expected maximum of N standard normal values. */
  readonly expectedMaximum: number;
  /** SR₀ = √variance · E; null if there are several tries but the variance is null. */
  readonly sharpe: number | null;
}

/**
 * Returns the expected maximum of N independent standard normal values: (1 − γ)·Φ⁻¹(1 − 1/N) + γ·Φ⁻¹(1 − 1/(e·N))
 * (Bailey and López de Prado, "The deflated Sharpe ratio", 2014). The expected maximum of a single value is 0.
 */
export const expectedMaximum = (count: number): number =>
  count < 2 ? 0 : -(1 - GAMMA) * normalQuantile(1 / count) - GAMMA * normalQuantile(1 / (Math.E * count));

/**
 * Returns the bar that luck sets for N tries.
 * @param sharpes ratios per day of the known tries
 */
export function selectionBar(count: number, sharpes: Float64Array): SelectionBar {
  const maximum = expectedMaximum(count);
  if (count < 2) return { variance: null, expectedMaximum: maximum, sharpe: 0 };
  const variance = sharpes.length < 2 ? null : varianceOf(sharpes, 0);
  return {
    variance,
    expectedMaximum: maximum,
    sharpe: variance === null ? null : Math.sqrt(variance) * maximum,
  };
}
