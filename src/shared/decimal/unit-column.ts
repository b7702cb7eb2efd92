import { UNITS_PER_ONE } from './exact-sum.js';

/**
 * Returns amounts as counts of units of 1e-8. Sums of counts are exact below 2^53 units (an amount of 9e7). Larger sums
 * are rounded; their error is as small as the error of a sum of the amounts themselves.
 */
export function unitColumn(values: Float64Array): Float64Array {
  const units = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) units[i] = Math.round(values[i]! * UNITS_PER_ONE);
  return units;
}
