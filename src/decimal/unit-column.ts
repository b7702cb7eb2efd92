import { UNITS_PER_ONE } from './exact-sum.js';

/**
 * Amounts as counts of 1e-8, so that they are added exactly: whole numbers as long as the sums stay below 2^53, which
 * is 9e7. Beyond, sums are doubles, off by as little as those of the amounts themselves.
 */
export function unitColumn(values: Float64Array): Float64Array {
  const units = new Float64Array(values.length);
  // Stryker disable next-line EqualityOperator: a write beyond the end is ignored
  for (let i = 0; i < values.length; i++) units[i] = Math.round(values[i]! * UNITS_PER_ONE);
  return units;
}
