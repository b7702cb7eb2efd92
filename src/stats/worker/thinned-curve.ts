import type { EquityCurve } from '../../figures/calculator/walked-equity.js';

export const MAX_OUTLINE_POINTS = 200;

/** In addition to the first and the last point, each interval keeps its lowest and its highest point. */
const INTERVALS = (MAX_OUTLINE_POINTS - 2) / 2;

/**
 * Returns a curve of at most 200 points that keeps the extremes of a longer one. It keeps the first and the last
 * point. The points between them are cut into 99 intervals with equal numbers of points (within one), and each
 * interval keeps its lowest and its highest point. If extremes are equal, the earlier one is kept. A curve of up to
 * 200 points is unchanged.
 *
 * This is min-max aggregation, the part of M4 that keeps extremes (Jugel et al., "M4: A Visualization-Oriented Time
 * Series Data Aggregation", VLDB 2014). M4 uses intervals of equal time. Here the intervals have equal numbers of
 * points, so that a long pause between trades takes no points away from the rest.
 * @returns new columns, even for a short curve, which share no memory with the given ones
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

/** Returns the first place of an interval. The places between the ends of the curve are 1 to `last` − 1. */
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
