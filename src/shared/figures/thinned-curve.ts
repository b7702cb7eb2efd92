import type { EquityCurve } from './calculator/walked-equity.js';

export const MAX_OUTLINE_POINTS = 200;

/**
 * Returns a curve of at most `most` points that keeps the extremes of a longer curve.
 * The first and the last point are kept. The points between them are divided into `most` / 2 − 1 intervals with equal
 * numbers of points (within one). Each interval keeps its lowest and its highest point, and the earlier of equal
 * extremes. A curve of up to `most` points is unchanged.
 * This is min-max aggregation, the part of M4 that keeps extremes (Jugel et al., "M4: A Visualization-Oriented Time
 * Series Data Aggregation", VLDB 2014). M4 uses intervals of equal time. The intervals here have equal numbers of
 * points, so that a long pause between trades does not reduce the number of points elsewhere.
 * @param most an even number
 * @returns new columns that share no memory with the given columns, even for a short curve
 */
export function thinnedCurve({ time, equity }: EquityCurve, most = MAX_OUTLINE_POINTS): EquityCurve {
  const last = time.length - 1;
  if (time.length <= most) return { time: time.slice(), equity: equity.slice() };
  const kept = [0];
  const intervals = most / 2 - 1;
  for (let interval = 0; interval < intervals; interval += 1) {
    const { lowest, highest } = extremesOf(
      equity,
      firstPlaceOf(interval, last, intervals),
      firstPlaceOf(interval + 1, last, intervals),
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
export const firstPlaceOf = (
  interval: number,
  last: number,
  intervals = MAX_OUTLINE_POINTS / 2 - 1,
): number => 1 + Math.floor((interval * (last - 1)) / intervals);

function extremesOf(values: Float64Array, start: number, end: number) {
  let [lowest, highest] = [start, start];
  for (let i = start + 1; i < end; i += 1) {
    if (values[i]! < values[lowest]!) lowest = i;
    else if (values[i]! > values[highest]!) highest = i;
  }
  return { lowest, highest };
}
