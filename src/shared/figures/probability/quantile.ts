/**
 * Returns a quantile of a sample by linear interpolation between the two values nearest to rank (n − 1)·p. This is type
 * 7 of Hyndman and Fan ("Sample quantiles in statistical packages", 1996), the default of R, NumPy and spreadsheets.
 * There must be at least one value.
 * @param valueAt returns the value at a 0-based rank in ascending order
 */
export function quantileAt(count: number, probability: number, valueAt: (rank: number) => number): number {
  const rank = (count - 1) * probability;
  const nearest = Math.round(rank);
  // A rank counts as whole if it differs from a whole number only by rounding: as doubles, 0.05 · 60 is not 3.
  if (Math.abs(rank - nearest) <= 1e-12 * count) return valueAt(nearest);
  const below = Math.floor(rank);
  const [lower, upper] = [valueAt(below), valueAt(below + 1)];
  return lower === upper ? lower : lower + (upper - lower) * (rank - below);
}

/**
 * Returns a quantile of a column.
 * @param sorted in ascending order
 */
export const quantile = (sorted: Float64Array, probability: number): number =>
  quantileAt(sorted.length, probability, (rank) => sorted[rank]!);
