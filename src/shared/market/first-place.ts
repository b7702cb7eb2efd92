/**
 * Returns the first index below `count` that passes; `count` if no index passes. All indexes after an index that passes
 * must pass, too.
 */
export function firstPlace(count: number, passes: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the last index of an ascending list whose value is at most `value`; −1 if every value is greater. */
export const lastAtOrBefore = (ascending: Float64Array, value: number): number =>
  firstPlace(ascending.length, (place) => ascending[place]! > value) - 1;
