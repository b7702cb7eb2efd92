import { thinCurve } from './thin-curve.js';

const numbers = (length: number, of: (index: number) => number) => Array.from({ length }, (_, i) => of(i));

describe('a thinned curve', () => {
  it('has every point of a short curve', () => {
    expect(thinCurve([1, 2, 3], [5, 4, 6], 10)).toEqual([0, 1, 2]);
    expect(thinCurve([], [], 10)).toEqual([]);
  });

  it('keeps the first, lowest, highest and last point of each pixel column', () => {
    const xs = numbers(100, (i) => i);
    const ys = numbers(100, (i) => (i === 20 ? -9 : i === 30 ? 9 : 0));
    expect(thinCurve(xs, ys, 1)).toEqual([0, 20, 30, 99]);
  });

  it.each([[7], [100], [640]])('keeps the extremes and both ends of the curve in %d columns', (columns) => {
    const xs = numbers(10_000, (i) => i * i);
    const ys = numbers(10_000, (i) => Math.sin(i) * (i === 4_321 ? 50 : 1) + (i === 7_000 ? 90 : 0));
    const kept = thinCurve(xs, ys, columns);
    expect(kept.length).toBeLessThanOrEqual(4 * columns);
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
    expect(new Set(kept).size).toBe(kept.length);
    expect([kept[0], kept.at(-1)]).toEqual([0, 9_999]);
    const shown = kept.map((index) => ys[index]!);
    expect([Math.min(...shown), Math.max(...shown)]).toEqual([Math.min(...ys), Math.max(...ys)]);
  });

  it('puts all points with the same time into one column', () => {
    const xs = numbers(1_000, () => 5);
    expect(thinCurve(xs, xs, 10)).toEqual([0, 999]);
  });
});
