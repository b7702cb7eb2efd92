/** Returns the first value, followed by the difference of each value from the previous value. */
export function deltas(values: readonly number[]): number[] {
  return values.map((value, index) => (index === 0 ? value : value - values[index - 1]!));
}

export function fromDeltas(steps: readonly number[]): number[] {
  let value = 0;
  return steps.map((step) => (value += step));
}
