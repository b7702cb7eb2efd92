/** Maximum number of points. */
const MAX_BAND_POINTS = 200;

/**
 * Returns the numbers of trades after which the equity of the paths is shown. These are 0, 1, 2 and so on up to the
 * last trade, or at most 200 evenly spaced numbers.
 */
export function bandPoints(trades: number): Uint32Array {
  if (trades < MAX_BAND_POINTS) return new Uint32Array(trades + 1).map((_, point) => point);
  const intervals = MAX_BAND_POINTS - 1;
  return new Uint32Array(MAX_BAND_POINTS).map((_, point) => Math.round((point * trades) / intervals));
}
