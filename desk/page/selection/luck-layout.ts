/** A try on the axis of the Sharpe ratio. */
export interface Luck {
  readonly sharpe: number;
  readonly isJudged: boolean;
  /** True if the session was deleted. */
  readonly isDeleted: boolean;
}

/** Values farther from 0 than this multiple of the expected best stand at the edge of the picture. */
const FARTHEST = 5;

/** Returns the values that the axis covers: 0, the expected best, and all tries that are not far outside. */
export function luckDomain(sharpes: readonly number[], expectedBest: number): [low: number, high: number] {
  const most = expectedBest > 0 ? FARTHEST * expectedBest : Infinity;
  const within = [0, expectedBest, ...sharpes.map((sharpe) => Math.min(Math.max(sharpe, -most), most))];
  const [low, high] = [Math.min(...within), Math.max(...within)];
  const room = (high - low || 1) * 0.04;
  return [low - room, high + room];
}

/** Returns whether a value stands at the edge, because it is far outside. */
export const isFarOutside = (sharpe: number, expectedBest: number): boolean =>
  expectedBest > 0 && Math.abs(sharpe) > FARTHEST * expectedBest;

/**
 * Returns the heights of dots above the axis, in diameters, so that no two dots overlap. Dots of the same column are
 * stacked in their order.
 * @param xs positions on the axis, in diameters
 */
export function stackedHeights(xs: readonly number[]): number[] {
  const columns = new Map<number, number>();
  return xs.map((x) => {
    const column = Math.round(x);
    const height = columns.get(column) ?? 0;
    columns.set(column, height + 1);
    return height;
  });
}

/** Number of bins of the histogram of many tries. */
const BINS = 60;

/** Returns the numbers of values in equally wide bins. Values outside the domain are in the outermost bins. */
export function luckBins(sharpes: readonly number[], [low, high]: readonly [number, number]) {
  const width = (high - low) / BINS;
  const bins = Array.from({ length: BINS }, (_, i) => ({
    from: low + i * width,
    to: low + (i + 1) * width,
    count: 0,
  }));
  for (const sharpe of sharpes)
    bins[Math.min(Math.max(Math.floor((sharpe - low) / width), 0), BINS - 1)]!.count += 1;
  return bins;
}
