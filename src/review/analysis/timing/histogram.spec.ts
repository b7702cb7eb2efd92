import { histogramOf } from './histogram.js';

const binsOf = (...values: number[]) =>
  histogramOf(Float64Array.from(values)).map(({ from, to, count }) => [from, to, count]);

describe('a histogram', () => {
  it('has bins of equal width, of which the last contains its upper edge', () => {
    expect(binsOf(0, 1, 2, 3)).toEqual([
      [0, 1.5, 2],
      [1.5, 3, 2],
    ]);
    expect(binsOf(-4, -2, 4, 0, 4)).toEqual([
      [-4, -1.33333333, 2],
      [-1.33333333, 1.33333333, 1],
      [1.33333333, 4, 2],
    ]);
  });

  it('has a single bin if all values are equal when they are rounded to 8 decimals', () => {
    expect(binsOf(0.1, 0.1, 0.1 + 1e-12)).toEqual([[0.1, 0.1, 3]]);
    expect(binsOf(7)).toEqual([[7, 7, 1]]);
  });

  it('has at most 40 bins, and counts every value', () => {
    const bins = (count: number) => histogramOf(Float64Array.from({ length: count }, (_, i) => i));
    expect([bins(100).length, bins(1_521).length, bins(1_601).length, bins(20_000).length]).toEqual([
      10, 39, 40, 40,
    ]);
    expect(bins(20_000).map(({ count }) => count)).toEqual(Array.from({ length: 40 }, () => 500));
    expect(bins(1_601).reduce((sum, { count }) => sum + count, 0)).toBe(1_601);
  });

  it('is empty if a value is not finite', () => {
    expect(binsOf(1, Infinity)).toEqual([]);
    expect(binsOf(1, NaN)).toEqual([]);
    expect(binsOf()).toEqual([]);
  });
});
