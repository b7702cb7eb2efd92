import { quantile, quantileAt } from './quantile.js';

const check = (values: number[], probability: number, expected: number) =>
  expect(quantile(Float64Array.from(values), probability)).toBe(expected);

describe('quantiles of type 7', () => {
  it('are interpolated between the two values nearest to rank (n − 1)·p', () => {
    check([5], 0.05, 5);
    check([1, 2, 3, 4], 0, 1);
    check([1, 2, 3, 4], 0.25, 1.75); // rank 0.75
    check([1, 2, 3, 4], 0.5, 2.5);
    check([1, 2, 3, 4], 1, 4);
    check([-40, -25, -16, -0.5, 10, 30, 60, 80], 0.5, 4.75);
  });

  it('are one of the values if the rank is a whole number', () => {
    const infiniteFrom = (first: number, count: number) =>
      Array.from({ length: count }, (_, rank) => (rank < first ? rank : Infinity));
    check(infiniteFrom(4, 61), 0.05, 3); // 60 · 0.05 = 3
    check(infiniteFrom(51, 2001), (1 - 0.95) / 2, 50); // 2000 · 0.025000000000000022
    check(infiniteFrom(4, 62), 0.05, Infinity); // rank 3.05
    check([Infinity, Infinity], 0.5, Infinity);
  });

  it('can be computed from a function that returns the value at a rank', () => {
    expect(quantileAt(1_000_001, 0.5, (rank) => rank * 2)).toBe(1_000_000);
  });
});
