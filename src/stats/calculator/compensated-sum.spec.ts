import { compensatedSum, mean, ratio } from './compensated-sum.js';

describe('a compensated sum', () => {
  const check = (values: number[], expected: number) =>
    expect(compensatedSum(Float64Array.from(values), values.length)).toBe(expected);

  it('is as exact as one in twice the precision', () => {
    check([], 0);
    check([1.5], 1.5);
    check([0.1, 0.2, -0.3], 2 ** -55); // what the three doubles really sum to: 0.1 + 0.2 = 0.3 + 2^-55
    check([1e16, 1, -1e16], 1); // added plainly: 0
    check([1, 1e16, -1e16], 1); // the small one first: Kahan's variant gives 0
    check([1e12, 1e-8, -1e12, 1e-8], 2e-8);
    check(
      Array.from({ length: 1_000_000 }, () => 0.1),
      100_000,
    ); // added plainly: 100000.00000133288
    check([9007199254740992, 1, 1], 9007199254740994); // beyond 2^53
  });

  it('reads no further than its count', () => {
    expect(compensatedSum(Float64Array.of(1, 2, 4), 2)).toBe(3);
  });
});

describe('quotients', () => {
  it('are null where they are undefined', () => {
    expect([mean(6, 4), mean(0, 4), mean(0, 0)]).toEqual([1.5, 0, null]);
    expect([ratio(3, 2), ratio(0, 2), ratio(3, 0), ratio(null, 2), ratio(3, null)]).toEqual([
      1.5,
      0,
      null,
      null,
      null,
    ]);
  });
});
