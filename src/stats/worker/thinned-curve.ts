import type { EquityCurve } from '../../shared/figures/calculator/walked-equity.js';

export const MAX_OUTLINE_POINTS = 200;

/**
 * Number of intervals. Each interval keeps two points. In addition, the first and the last point of the curve are kept.
 */
const INTERVALS = (MAX_OUTLINE_POINTS - 2) / 2;

/**
 * Returns a curve of at most 200 points that keeps the extremes of a longer curve.
 * The first and the last point are kept. The points between them are divided into 99 intervals with equal numbers of
 * points (within one). Each interval keeps its lowest and its highest point, and the earlier of equal extremes. A curve
 * of up to 200 points is unchanged.
 * This is min-max aggregation, the part of M4 that keeps extremes (Jugel et al., "M4: A Visualization-Oriented Time
 * Series Data Aggregation", VLDB 2014). M4 uses intervals of equal time. The intervals here have equal numbers of
 * points, so that a long pause between trades does not reduce the number of points elsewhere.
 * @returns new columns that share no memory with the given columns, even for a short curve
 */
export function thinnedCurve({ time, equity }: EquityCurve): EquityCurve {
  const last = time.length - 1;
  if (time.length <= MAX_OUTLINE_POINTS) return { time: time.slice(), equity: equity.slice() };
  const kept = [0];
  for (let interval = 0; interval < INTERVALS; interval += 1) {
    const { lowest, highest } = extremesOf(
      equity,
      firstPlaceOf(interval, last),
      firstPlaceOf(interval + 1, last),
    );
    kept.push(Math.min(lowest, highest));
    if (lowest !== highest) kept.push(Math.max(lowest, highest));
  }
  kept.push(last);
  return {
    time: Float64Array.from(kept, (place) => time[place]!),
    equity: Float64Array.from(kept, (place) => equity[place]!),
  };
}

/** Returns the index of the first point of an interval. All intervals together contain the points 1 to `last` − 1. */
export const firstPlaceOf = (interval: number, last: number): number =>
  1 + Math.floor((interval * (last - 1)) / INTERVALS);

function extremesOf(values: Float64Array, start: number, end: number) {
  let [lowest, highest] = [start, start];
  for (let i = start + 1; i < end; i += 1) {
    if (values[i]! < values[lowest]!) lowest = i;
    else if (values[i]! > values[highest]!) highest = i;
  }
  return { lowest, highest };
}
