import { mean, roundingError } from './compensated-sum.js';

/**
 * R-multiple: what a trade earned in units of what it risked at its initial stop. Mean and greatest over the
 * trades that have one (NaN = none: no stop, or not on the losing side). Negative when it lost; both are null when
 * no trade has one.
 */
export function rMultiples(values: Float64Array, count: number) {
  // Slot 0 takes the trades that have one, slot 1 the others, whose sum is not asked for.
  const sums = new Float64Array(2);
  const lost = new Float64Array(2);
  let greatest = -Infinity;
  let missing = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    const none = Number(Number.isNaN(value));
    const sum = sums[none]!;
    const next = sum + value;
    lost[none]! += roundingError(sum, value, next);
    sums[none] = next;
    if (value > greatest) greatest = value;
    missing += none;
  }
  const measured = count - missing;
  return {
    avgRMultiple: mean(sums[0]! + lost[0]!, measured),
    maxRMultiple: measured === 0 ? null : greatest,
  };
}
