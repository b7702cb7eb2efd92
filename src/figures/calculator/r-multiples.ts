import { exactSum, mean } from '../../decimal/exact-sum.js';

/**
 * Returns the mean and the greatest R-multiple. An R-multiple is the result of a trade in units of its risk at the
 * initial stop; a loss is negative. Trades with NaN are left out, because they have no stop or no stop on the losing
 * side. Both figures are null if no trade has an R-multiple.
 */
export function rMultiples(values: Float64Array, count: number) {
  const measured = new Float64Array(count);
  let many = 0;
  let greatest = -Infinity;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    // The next value overwrites a NaN. A condition would be a branch that the processor cannot predict.
    measured[many] = value;
    many += Number(!Number.isNaN(value));
    if (value > greatest) greatest = value;
  }
  return {
    avgRMultiple: mean(exactSum(measured.subarray(0, many)), many),
    maxRMultiple: many === 0 ? null : greatest,
  };
}
