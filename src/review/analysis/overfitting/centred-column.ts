import { compensatedSum } from '../../../shared/figures/probability/compensated-sum.js';
import { varianceOf } from '../../../shared/figures/probability/moments.js';

/** Daily returns of a session, stored as differences from their mean. */
export interface CentredColumn {
  readonly mean: number;
  /** Standard deviation, by n − 1. */
  readonly deviation: number;
  readonly distances: Float64Array;
}

export function centredColumn(returns: Float64Array): CentredColumn {
  const mean = compensatedSum(returns) / returns.length;
  return {
    mean,
    deviation: Math.sqrt(varianceOf(returns, 0)),
    distances: returns.map((value) => value - mean),
  };
}

/** Moments of a session on a path of days. */
export interface PathMoments {
  /** Mean of the path minus the mean of the session. */
  shift: number;
  /**
   * Standard deviation of the returns on the path, by n − 1. If all returns on the path are equal, it is the standard
   * deviation of the session instead.
   */
  deviation: number;
}

/** A variance that is smaller than this share of the sum of squares may be nothing but a rounding error. */
const ROUNDING = 1e-9;

/**
 * Computes the moments of a path. The stored values are differences from the mean of the session, which is close to the
 * mean of the path. With the returns themselves, the two terms of the variance would nearly cancel each other and leave
 * few significant digits.
 * @param counts how often the path contains each day
 */
export function momentsOnPath(
  { distances, deviation }: CentredColumn,
  counts: Float64Array,
  result: PathMoments,
): void {
  const days = distances.length;
  let [sum, squares] = [0, 0];
  for (let day = 0; day < days; day++) {
    const weighted = counts[day]! * distances[day]!;
    sum += weighted;
    squares += weighted * distances[day]!;
  }
  const variation = squares - (sum * sum) / days;
  result.shift = sum / days;
  result.deviation =
    variation <= ROUNDING * squares && areEqualOn(distances, counts)
      ? deviation
      : Math.sqrt(variation / (days - 1));
}

/** Returns whether all values that the path contains are equal. */
function areEqualOn(values: Float64Array, counts: Float64Array): boolean {
  const first = values[counts.findIndex((count) => count > 0)];
  return values.every((value, day) => counts[day] === 0 || value === first);
}
