/*
 * P values of N tests, corrected for their number. Tests without a p value count with a p value of 1. All corrected
 * values are at most 1.
 */

/** Returns N·p. */
export const bonferroni = (pValue: number, tests: number): number => Math.min(1, tests * pValue);

/**
 * Returns the values of Holm, in the order of the given values: max over j ≤ i of (N − j + 1)·p₍ⱼ₎ (Holm, "A simple
 * sequentially rejective multiple test procedure", 1979).
 * @param tests number of all tests, including those without a p value
 */
export function holm(pValues: Float64Array, tests: number): Float64Array {
  const adjusted = new Float64Array(pValues.length);
  let greatest = 0;
  for (const [rank, place] of ascending(pValues).entries()) {
    greatest = Math.max(greatest, (tests - rank) * pValues[place]!);
    adjusted[place] = Math.min(1, greatest);
  }
  return adjusted;
}

/**
 * Returns the values of Benjamini, Hochberg and Yekutieli, in the order of the given values: min over j ≥ i of
 * N·c·p₍ⱼ₎/j with c = 1 + 1/2 + … + 1/N. They hold for tests that depend on each other in any way (Benjamini and
 * Yekutieli, "The control of the false discovery rate in multiple testing under dependency", 2001).
 * @param tests number of all tests, including those without a p value
 */
export function benjaminiYekutieli(pValues: Float64Array, tests: number): Float64Array {
  const adjusted = new Float64Array(pValues.length);
  let harmonic = 0;
  for (let i = 1; i <= tests; i++) harmonic += 1 / i;
  // A further test with p = 1 has the value c or more, which is above 1.
  let least = 1;
  for (const [back, place] of ascending(pValues).toReversed().entries()) {
    const rank = pValues.length - back;
    least = Math.min(least, (tests * harmonic * pValues[place]!) / rank);
    adjusted[place] = least;
  }
  return adjusted;
}

/** Returns the places of the values in ascending order of the values. */
const ascending = (values: Float64Array): number[] =>
  Array.from(values.keys()).toSorted((a, b) => values[a]! - values[b]!);
