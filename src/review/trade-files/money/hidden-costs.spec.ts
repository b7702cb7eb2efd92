import fc from 'fast-check';
import { propertyRuns } from '../../../../test/support/property-runs.js';
import { type HiddenCostRow, HiddenCosts } from './hidden-costs.js';

const row = (move: number, profit: number, base: number, tolerance = 0.01): HiddenCostRow => ({
  move,
  profit,
  base,
  tolerance,
  moved: move !== 0,
});

describe('hidden costs', () => {
  it('leave a narrow range of point values', () => {
    const costs = new HiddenCosts([
      row(10, 497.75, 1),
      row(-4, -202.25, 1),
      row(20, 995.5, 2),
      row(-6, -304.5, 2),
    ]);
    const { low, high } = costs.range(1000);
    expect([low, high].map((end) => Math.round(end))).toEqual([50, 50]);
    expect(low).toBeLessThanOrEqual(50);
    expect(high).toBeGreaterThanOrEqual(50);
    expect(costs.explainAt(50)).toBe(true);
    expect(costs.explainAt(51)).toBe(false);
  });

  it('cannot be negative, or differ among rows', () => {
    expect(new HiddenCosts([row(10, 502, 1), row(-10, -498, 1)]).range(1000).isEmpty).toBe(true);
    expect(new HiddenCosts([row(10, 490, 1), row(10, 480, 1)]).range(1000).isEmpty).toBe(true);
  });

  it('decide by the first rows that moved, and are checked with the others', () => {
    const costs = new HiddenCosts([row(0, 5, 1), row(10, 490, 1), row(-10, -510, 1), row(10, 480, 1)]);
    expect(costs.range(2).contains({ value: 50, digits: 1, exact: { mantissa: 50, scale: 0 } })).toBe(true);
    expect(costs.explainAt(50)).toBe(false);
  });

  it('have the range that every pair of rows allows', () => {
    const number = (min: number, max: number) => fc.integer({ min, max });
    const rows = fc.array(fc.tuple(number(-20, 20), number(-300, 300), number(1, 4)), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(rows, (drawn) => {
        const list = drawn.map(([move, profit, base]) => row(move === 0 ? 1 : move, profit, base, 40));
        // For each pair of rows, w must be at least what one needs and at most what the other allows; and at least 0.
        let [low, high] = [0, Infinity];
        const limit = (slope: number, most: number) => {
          if (slope > 0) high = Math.min(high, most / slope);
          else if (slope < 0) low = Math.max(low, most / slope);
          else if (most < 0) high = -1;
        };
        for (const upper of list) {
          limit(-upper.move / upper.base, -(upper.profit - upper.tolerance) / upper.base);
          for (const lower of list)
            limit(
              lower.move / lower.base - upper.move / upper.base,
              (lower.profit + lower.tolerance) / lower.base - (upper.profit - upper.tolerance) / upper.base,
            );
        }
        const range = new HiddenCosts(list).range(1000);
        // A range that hardly has a length may be empty by rounding.
        if (Math.abs(high - low) < 1e-9 * low) return;
        expect(range.isEmpty).toBe(low > high || high <= 0);
        if (range.isEmpty) return;
        expect(Math.abs(range.low - low)).toBeLessThanOrEqual(1e-9 * (1 + low));
        if (high === Infinity) expect(range.high).toBe(Infinity);
        else expect(Math.abs(range.high - high)).toBeLessThanOrEqual(1e-9 * (1 + high));
      }),
      { numRuns: propertyRuns(3000) },
    );
  });
});
