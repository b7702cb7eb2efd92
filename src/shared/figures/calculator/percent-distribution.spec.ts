import fc from 'fast-check';
import { fromUnits, toUnits } from '../../decimal/eight-decimals.js';
import { percentDistribution } from './percent-distribution.js';
import { propertyRuns } from '../../../../test/support/property-runs.js';

const distributionOf = (percents: number[]) =>
  percentDistribution(Float64Array.from(percents), percents.length);

describe('the distribution of plPct', () => {
  const check = (percents: number[], expected: [from: number, to: number, count: number][]) =>
    expect(distributionOf(percents)).toEqual(expected.map(([from, to, count]) => ({ from, to, count })));

  it('counts trades in bins of round width', () => {
    check([], []);
    check([0], [[0, 1, 1]]);
    check([-0, 0], [[0, 1, 2]]);
    check([5, 5, 5], [[5, 6, 3]]); // h = 5 / 5 = 1
    check([-5], [[-5, -4, 1]]);
    // The quartiles −1.825 and 3.75 give h = 2 · 5.575 / ∛8 = 5.575. Widths of 10 and 5 give fewer than 5 bins.
    check(
      [-4, 3, 6, -0.05, -2.5, -1.6, 8, 1],
      [
        [-5, -2.5, 1],
        [-2.5, 0, 3],
        [0, 2.5, 1],
        [2.5, 5, 1],
        [5, 7.5, 1],
        [7.5, 10, 1],
      ],
    );
  });

  it('counts a value on an edge in the bin that starts there, and has exact edges', () => {
    // The quartiles 0.1 and 0.3 give h = 0.4 / ∛5 = 0.234. Widths of 0.25 and 0.2 give fewer than 5 bins.
    check(
      [0, 0.1, 0.2, 0.3, 0.4],
      [
        [0, 0.1, 1],
        [0.1, 0.2, 1],
        [0.2, 0.3, 1],
        [0.3, 0.4, 1],
        [0.4, 0.5, 1],
      ],
    );
  });

  it('separates losing from winning trades, down to one unit', () => {
    check(
      [-1e-8, 0, 1e-8],
      [
        [-1e-8, 0, 1],
        [0, 1e-8, 1],
        [1e-8, 2e-8, 1],
      ],
    );
  });

  it('includes empty bins, and has at most 50 bins even with an extreme outlier', () => {
    const bins = distributionOf([0, 1e26, 1, 1, 2, 2, 3, 3]);
    expect(bins).toHaveLength(41); // a width of 2e24 would give 51 bins, so the width is 2.5e24
    expect(bins[0]).toEqual({ from: 0, to: 2.5e24, count: 7 });
    expect(bins[40]).toEqual({ from: 1e26, to: 1.025e26, count: 1 });
    expect(bins.slice(1, 40).every(({ count }) => count === 0)).toBe(true);
  });
});

describe('the distribution of any values', () => {
  const cents = fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 100);
  const units = fc.maxSafeInteger().map((value) => Math.trunc(value / 8) / 1e8);
  const huge = fc.double({ noNaN: true, min: -1e28, max: 1e28 }).map((value) => fromUnits(toUnits(value)));
  const fewValues = fc.constantFrom(-2, -1, 0, 1, 1.5, 3);
  const percents = fc.oneof(
    fc.array(cents, { minLength: 1 }),
    fc.array(units, { minLength: 1 }),
    fc.array(huge, { minLength: 1 }),
    fc.array(fewValues, { minLength: 1 }),
    fc.array(fc.oneof(cents, units, huge), { minLength: 1 }),
  );

  it('has at most 50 contiguous bins, counts that add up to N, and no bin with both signs', () => {
    fc.assert(
      fc.property(percents, (values) => {
        const bins = distributionOf(values);
        expect(bins.length).toBeLessThanOrEqual(50);
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
        for (const [place, { from, to, count }] of bins.entries()) {
          expect(from).toBeLessThan(to);
          expect(to <= 0 || from >= 0).toBe(true);
          if (place > 0) expect(from).toBe(bins[place - 1]!.to);
          expect(count).toBe(values.filter((value) => value >= from && value < to).length);
        }
        expect(bins[0]!.count).toBeGreaterThan(0);
        expect(bins.at(-1)!.count).toBeGreaterThan(0);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
