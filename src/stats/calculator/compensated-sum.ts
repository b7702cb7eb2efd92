/**
 * What `sum`, the double nearest to a + b, leaves out of the exact a + b (Knuth, TAOCP 4.2.2, theorem B). A
 * running sum that collects these errors apart and adds them at its end is as exact as one in twice the precision
 * (Ogita, Rump, Oishi 2005, Sum2), in whatever order large and small amounts come.
 */
export function roundingError(a: number, b: number, sum: number): number {
  const roundedB = sum - a;
  return a - (sum - roundedB) + (b - roundedB);
}

/** Σ of the first `count` values, compensated; 0 when there are none. */
export function compensatedSum(values: Float64Array, count: number): number {
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    const next = sum + value;
    lost += roundingError(sum, value, next);
    sum = next;
  }
  return sum + lost;
}

/** total / count; null when there is nothing to take the mean of. */
export const mean = (total: number, count: number): number | null => (count === 0 ? null : total / count);

/** numerator / denominator; null when either is undefined or the denominator is 0. */
export const ratio = (numerator: number | null, denominator: number | null): number | null =>
  numerator === null || denominator === null || denominator === 0 ? null : numerator / denominator;
