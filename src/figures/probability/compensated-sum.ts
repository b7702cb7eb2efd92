/**
 * first + Σ values. What each addition loses is found, kept, and added at the end (Knuth's two-sum, as Ogita, Rump
 * and Oishi use it), so that the error does not grow with the count.
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
