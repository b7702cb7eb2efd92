import fc from 'fast-check';
import type { EquityCurve } from './calculator/walked-equity.js';
import { MAX_OUTLINE_POINTS, firstPlaceOf, thinnedCurve } from './thinned-curve.js';

/** Returns a curve with one point per second. */
const curveOf = (equity: readonly number[]): EquityCurve => ({
  time: Float64Array.from(equity, (_, i) => 1000 * (i + 1)),
  equity: Float64Array.from(equity),
});

const pointsOf = ({ time, equity }: EquityCurve) => Array.from(time, (t, i) => [t, equity[i]!] as const);

describe('a thinned curve', () => {
  it('equals a given curve of up to 200 points, but does not share its memory', () => {
    for (const count of [0, 1, 2, MAX_OUTLINE_POINTS]) {
      const curve = curveOf(Array.from({ length: count }, (_, i) => i % 7));
      const thinned = thinnedCurve(curve);
      expect(pointsOf(thinned)).toEqual(pointsOf(curve));
      expect(thinned.time.buffer).not.toBe(curve.time.buffer);
    }
    // This curve uses only a part of its buffers.
    const part = new Float64Array(1_000).subarray(0, 3);
    expect(thinnedCurve({ time: part, equity: part }).equity.buffer.byteLength).toBe(24);
  });

  it('omits a single point if the given curve has 201 points: the middle point of the only interval with three points', () => {
    const curve = curveOf(Array.from({ length: 201 }, (_, i) => i));
    // The 99 intervals contain 199 points: two points in each of 98 intervals, and three points in one interval.
    const kept = pointsOf(thinnedCurve(curve)).map(([, equity]) => equity);
    expect(kept).toHaveLength(MAX_OUTLINE_POINTS);
    expect(Array.from(curve.equity).filter((equity) => !kept.includes(equity))).toEqual([198]);
  });

  it('contains the only peak and the only low of a million points', () => {
    const equity = Array.from({ length: 1_000_001 }, () => 1000);
    equity[123_456] = 1001;
    equity[123_457] = 999;
    expect(pointsOf(thinnedCurve(curveOf(equity)))).toContainEqual([123_457_000, 1001]);
    expect(pointsOf(thinnedCurve(curveOf(equity)))).toContainEqual([123_458_000, 999]);
    // An interval in which the equity does not change keeps a single point.
    expect(thinnedCurve(curveOf(equity)).time).toHaveLength(99 + 1 + 2);
  });

  it('contains the first point, the last point and the extremes of each interval, in ascending order of time', () => {
    const equity = fc.array(
      fc.oneof(
        fc.integer({ min: -3, max: 3 }),
        fc.double({ noNaN: true }).map((value) => value + 0),
      ),
      {
        minLength: MAX_OUTLINE_POINTS + 1,
        maxLength: 900,
        size: 'max',
      },
    );
    fc.assert(
      fc.property(equity, (values) => {
        const curve = curveOf(values);
        const thinned = thinnedCurve(curve);
        const all = pointsOf(curve);
        const kept = pointsOf(thinned);
        expect(kept.length).toBeLessThanOrEqual(MAX_OUTLINE_POINTS);
        expect(kept[0]).toEqual(all[0]);
        expect(kept.at(-1)).toEqual(all.at(-1));
        expect(kept.every(([time], i) => i === 0 || time > kept[i - 1]![0])).toBe(true);
        expect(kept.every(([time, value]) => values[time / 1000 - 1] === value)).toBe(true);
        const last = values.length - 1;
        expect([firstPlaceOf(0, last), firstPlaceOf(99, last)]).toEqual([1, last]);
        for (let interval = 0; interval < 99; interval += 1) {
          const [start, end] = [firstPlaceOf(interval, last), firstPlaceOf(interval + 1, last)];
          expect(end - start).toBeGreaterThanOrEqual(2);
          const ofInterval = values.slice(start, end);
          const keptOfInterval = kept
            .filter(([time]) => time > 1000 * start && time <= 1000 * end)
            .map(([, value]) => value);
          expect(Math.min(...keptOfInterval)).toBe(Math.min(...ofInterval));
          expect(Math.max(...keptOfInterval)).toBe(Math.max(...ofInterval));
        }
      }),
    );
  });
});
