import { compensatedSum } from './compensated-sum.js';

/** Sums of the squares, of the cubes and of the fourth powers of the deviations from the mean. */
export interface CentralSums {
  readonly squares: number;
  readonly cubes: number;
  readonly fourths: number;
}

/**
 * Returns the central sums of values whose mean was computed in a first pass.
 *
 * Two passes are needed, because sums of powers lose all digits for values far from 0. A double cannot always hold the
 * mean exactly. In this case, the mean of the deviations is not 0. It is the residual mean, which is subtracted (Chan,
 * Golub and LeVeque, "corrected two-pass").
 * @param mean mean of the values and the zeros
 * @param zeros number of further values that are 0
 */
export function centralSums(values: Float64Array, mean: number, zeros = 0): CentralSums {
  const deviations = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) deviations[i] = values[i]! - mean;
  const powers = new Float64Array(values.length).fill(1);
  const [s1, s2, s3, s4] = [1, 2, 3, 4].map((exponent) => {
    for (let i = 0; i < powers.length; i++) powers[i]! *= deviations[i]!;
    return compensatedSum(powers, zeros * (-mean) ** exponent);
  }) as [number, number, number, number];
  const off = s1 / (values.length + zeros);
  // Σ(d − residual mean)ᵏ, expanded with the binomial theorem.
  return {
    squares: s2 - off * s1,
    cubes: s3 - off * (3 * s2 - 2 * off * s1),
    fourths: s4 - off * (4 * s3 - off * (6 * s2 - 3 * off * s1)),
  };
}
