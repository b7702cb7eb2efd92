import { rMultiples } from './r-multiples.js';

describe('R-multiples', () => {
  const check = (values: number[], avgRMultiple: number | null, maxRMultiple: number | null) =>
    expect(rMultiples(Float64Array.from(values), values.length)).toEqual({ avgRMultiple, maxRMultiple });

  it('are averaged over the trades that have an R-multiple', () => {
    check([], null, null);
    check([NaN, NaN], null, null);
    check([2], 2, 2);
    check([2, NaN, -1, NaN], (2 - 1) / 2, 2);
    check([-1, -0.5, -2], -1.16666667, -0.5); // the greatest R-multiple may also be negative
    check([NaN, 0], 0, 0); // 0 is not a missing value
    check([1e16, 1, -1e16], 0.33333333, 1e16);
  });
});
