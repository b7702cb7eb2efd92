/*
 * P-values of N tests, corrected for the number of tests. A test without a p-value counts as a test with a p-value of
 * 1. Every corrected value is at most 1.
 */

/** Returns N·p. */
export const bonferroni = (pValue: number, tests: number): number => Math.min(1, tests * pValue);

/**
 * Returns the p-values corrected by Holm's method, in the order of the given values: max over j ≤ i of (N − j + 1)·p₍ⱼ₎
 * (Holm, "A simple sequentially rejective multiple test procedure", 1979).
 * @param tests number of all tests, including tests without a p-value
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
 * Returns the p-values corrected by the method of Benjamini, Hochberg and Yekutieli, in the order of the given values:
 * min over j ≥ i of N·c·p₍ⱼ₎/j with c = 1 + 1/2 + … + 1/N. The corrected values are valid even if the tests depend on
 * each other (Benjamini and Yekutieli, "The control of the false discovery rate in multiple testing under dependency",
 * 2001).
 * @param tests number of all tests, including tests without a p-value
 */
export function benjaminiYekutieli(pValues: Float64Array, tests: number): Float64Array {
  const adjusted = new Float64Array(pValues.length);
  let harmonic = 0;
  for (let i = 1; i <= tests; i++) harmonic += 1 / i;
  // The value of a test without a p-value would be at least c, which is at least 1. Therefore `least` starts at 1.
  let least = 1;
  for (const [back, place] of ascending(pValues).toReversed().entries()) {
    const rank = pValues.length - back;
    least = Math.min(least, (tests * harmonic * pValues[place]!) / rank);
    adjusted[place] = least;
  }
  return adjusted;
}

/** Returns the indexes of the values in ascending order of the values. */
const ascending = (values: Float64Array): number[] =>
  Array.from(values.keys()).toSorted((a, b) => values[a]! - values[b]!);
