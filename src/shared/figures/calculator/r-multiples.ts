import { exactSum, mean } from '../../decimal/exact-sum.js';

/**
 * Returns the mean and the greatest R-multiple. An R-multiple is the result of a trade divided by its risk at the
 * initial stop; the R-multiple of a loss is negative. A trade without a stop on its losing side has NaN and is left
 * out. Both figures are null if no trade has an R-multiple.
 */
export function rMultiples(values: Float64Array, count: number) {
  const measured = new Float64Array(count);
  let many = 0;
  let greatest = -Infinity;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    // If the value is NaN, the next value overwrites it. A condition would be a branch that the processor cannot
    // predict.
    measured[many] = value;
    many += Number(!Number.isNaN(value));
    if (value > greatest) greatest = value;
  }
  return {
    avgRMultiple: mean(exactSum(measured.subarray(0, many)), many),
    maxRMultiple: many === 0 ? null : greatest,
  };
}
