/** The last place of an ascending list whose value is at most the given one; −1 if there is none. */
export function lastAtOrBefore(ascending: Float64Array, value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
