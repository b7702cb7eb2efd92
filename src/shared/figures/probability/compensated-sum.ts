/**
 * Returns first + Σ values. The function sums the rounding errors of the additions and adds them at the end, so the
 * error does not grow with the number of values (Knuth's two-sum, as used by Ogita, Rump and Oishi).
 */
export function compensatedSum(values: Float64Array, first = 0): number {
  let sum = first;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const next = sum + value;
    const added = next - sum;
    lost += sum - (next - added) + (value - added);
    sum = next;
  }
  return sum + lost;
}
