import { isFarOutside, luckBins, luckDomain, stackedHeights } from './luck-layout.js';

describe('the axis of the picture of luck', () => {
  it('covers 0, the expected best and all tries', () => {
    const [low, high] = luckDomain([-1, 0.5, 3], 2);
    expect([low, high]).toEqual([-1.16, 3.16]);
    expect(luckDomain([], 2)[0]).toBeLessThan(0);
    expect(luckDomain([1], 0)[1]).toBeGreaterThan(1);
  });

  it('ends at five times the expected best', () => {
    expect(luckDomain([100, -100], 2)[1]).toBeCloseTo(10.8);
    expect([9.9, 10, 10.1, -10.1].map((sharpe) => isFarOutside(sharpe, 2))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(isFarOutside(100, 0)).toBe(false);
  });
});

it('dots of one column are stacked', () => {
  expect(stackedHeights([0, 0.4, 1, 0.2, 1.3])).toEqual([0, 1, 0, 2, 1]);
});

it('bins count all values, those outside in the outermost bins', () => {
  const bins = luckBins([-5, 0.1, 0.1, 5], [0, 6]);
  expect(bins).toHaveLength(60);
  expect([bins[0].count, bins[1].count, bins[50].count]).toEqual([1, 2, 1]);
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(4);
});
