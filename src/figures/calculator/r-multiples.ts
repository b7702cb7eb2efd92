import { exactSum, mean } from '../../decimal/exact-sum.js';

/**
 * R-multiple: the result of a trade in units of its risk at the initial stop. Returns the mean and the greatest over
 * the trades that have one (NaN: no stop, or not on the losing side). An R-multiple is negative if the trade lost.
 * Both are null if no trade has one.
 */
export function rMultiples(values: Float64Array, count: number) {
  const measured = new Float64Array(count);
  let many = 0;
  let greatest = -Infinity;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    // The next value overwrites a NaN. This avoids a branch, which the CPU could not predict.
    measured[many] = value;
    many += Number(!Number.isNaN(value));
    if (value > greatest) greatest = value;
  }
  return {
    avgRMultiple: mean(exactSum(measured.subarray(0, many)), many),
    maxRMultiple: many === 0 ? null : greatest,
  };
}
