/** The longest list of points. */
const MOST_POINTS = 200;

/** After how many trades the equity of the paths is shown: after each, or at 200 points from none to all. */
export function bandPoints(trades: number): Uint32Array {
  if (trades < MOST_POINTS) return new Uint32Array(trades + 1).map((_, point) => point);
  const intervals = MOST_POINTS - 1;
  return new Uint32Array(MOST_POINTS).map((_, point) => Math.round((point * trades) / intervals));
}
