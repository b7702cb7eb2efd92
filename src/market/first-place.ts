/**
 * Returns the first place, from 0 on, that passes; `count` if none does. All places after a passing one must pass too.
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

/** Returns the last place of an ascending list whose value is at most the given one; −1 if there is none. */
export const lastAtOrBefore = (ascending: Float64Array, value: number): number =>
  firstPlace(ascending.length, (place) => ascending[place]! > value) - 1;
