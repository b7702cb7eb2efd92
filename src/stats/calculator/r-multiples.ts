import { exactSum, mean } from './exact-sum.js';

/**
 * R-multiple: what a trade earned in units of what it risked at its initial stop. Mean and greatest over the
 * trades that have one (NaN = none: no stop, or not on the losing side). Negative when it lost; both are null when
 * no trade has one.
 */
export function rMultiples(values: Float64Array, count: number) {
  const measured = new Float64Array(count);
  let many = 0;
  let greatest = -Infinity;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    // What is written without one is written over by the next; without a branch, since any trade may have none.
    measured[many] = value;
    many += Number(!Number.isNaN(value));
    if (value > greatest) greatest = value;
  }
  return {
    avgRMultiple: mean(exactSum(measured, many), many),
    maxRMultiple: many === 0 ? null : greatest,
  };
}
