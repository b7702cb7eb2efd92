import { type ExactDecimal, decimalOf, minus, times, toDouble } from '../../decimal/exact-decimal.js';
import { MAX_UNITS, UNITS_PER_ONE, exactSum, unitsIn, whole } from '../../decimal/exact-sum.js';
import { centralSums } from './central-sums.js';
import { compensatedSum } from './compensated-sum.js';

/** Moments of values. `skewness` and `kurtosis` are null if all values are equal or if there are too few values. */
export interface Moments {
  readonly count: number;
  readonly sum: ExactDecimal;
  /** Variance about the mean, by count − 1. It is exactly 0 for equal values, and null for fewer than 2 values. */
  readonly variance: number | null;
  /**
   * g₁ = m₃/m₂^1.5, where mₖ is the mean of the k-th powers of the deviations from the mean. It is 0 for a symmetric
   * distribution.
   */
  readonly skewness: number | null;
  /** b₂ = m₄/m₂², at least 1 + g₁². It is 3 for a normal distribution. */
  readonly kurtosis: number | null;
}

/** Returns the moments of the values. A value of NaN is ignored. */
export function momentsOf(column: Float64Array): Moments {
  const values = numbersIn(column);
  const count = values.length;
  const sum = exactSum(values);
  if (areEqual(values)) return { count, sum, variance: count < 2 ? null : 0, skewness: null, kurtosis: null };
  const units = unitsFromFirst(values);
  const { squares, cubes, fourths } = centralSums(units, compensatedSum(units) / count);
  const m2 = squares / count;
  return {
    count,
    sum,
    variance: squares / (count - 1) / UNITS_PER_ONE / UNITS_PER_ONE,
    skewness: cubes / count / (m2 * Math.sqrt(m2)),
    kurtosis: fourths / count / (m2 * m2),
  };
}

/** Returns the mean; NaN if there are no values. */
export const meanOf = ({ sum, count }: Moments): number => toDouble(sum) / count;

/** Returns the standard deviation, by count − 1; null for fewer than 2 values. */
export const deviationOf = ({ variance }: Moments): number | null => variance && Math.sqrt(variance);

/**
 * Returns the variance about the mean, by count − 1, of the stored values together with `zeros` further values of 0.
 * The variance is exactly 0 for equal values. There must be at least two values in total.
 */
export function varianceOf(values: Float64Array, zeros: number): number {
  if (areEqual(values) && (zeros === 0 || values[0] === 0)) return 0;
  const count = values.length + zeros;
  return centralSums(values, compensatedSum(values) / count, zeros).squares / (count - 1);
}

/**
 * Returns the distance of each value from the first value, in units of 1e-8. The distances are whole numbers, so values
 * that are nearly equal keep all their digits. (The doubles nearest to 100.1 and 100.10000001 are not exactly 1e-8
 * apart.)
 */
function unitsFromFirst(values: Float64Array): Float64Array {
  const first = values[0]!;
  const firstUnits = unitsIn(first);
  const areUnits = firstUnits / UNITS_PER_ONE === first && Math.abs(firstUnits) <= MAX_UNITS;
  return values.map((value) => {
    const units = unitsIn(value);
    if (areUnits && units / UNITS_PER_ONE === value && Math.abs(units) <= MAX_UNITS)
      return units - firstUnits;
    return toDouble(times(minus(decimalOf(value), decimalOf(first)), whole(UNITS_PER_ONE)));
  });
}

function numbersIn(column: Float64Array): Float64Array {
  const values = new Float64Array(column.length);
  let count = 0;
  for (let i = 0; i < column.length; i++) {
    const value = column[i]!;
    // If the value is NaN, the next value overwrites it.
    values[count] = value;
    count += Number(!Number.isNaN(value));
  }
  return values.subarray(0, count);
}

const areEqual = (values: Float64Array): boolean => values.every((value) => value === values[0]);
