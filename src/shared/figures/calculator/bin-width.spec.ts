import { chooseBins } from './bin-width.js';

describe('the choice of bins', () => {
  /**
   * Checks the bins that `chooseBins` returns. Min, max and the interquartile range are in units of 1e-8 percent. The
   * cube root of each count is a whole number.
   */
  const check = (
    sample: [count: number, min: bigint, max: bigint, spread: number],
    bins: [width: bigint, first: bigint, last: bigint],
  ) => {
    const [count, min, max, spread] = sample;
    const [width, first, last] = bins;
    expect(chooseBins({ count, min, max, spread })).toEqual({ width, first, last });
  };

  it('takes the smallest width of at least 2·IQR / ∛n that is 1, 2, 2.5 or 5 times a power of ten', () => {
    check([8, 0n, 1000n, 100], [100n, 0n, 10n]); // h = 200 / 2 = 100, reached exactly
    check([8, 0n, 1000n, 101], [200n, 0n, 5n]); // h = 101
    check([8, 0n, 1000n, 201], [250n, 0n, 4n]); // h = 201
    check([1000, 0n, 1000n, 125], [25n, 0n, 40n]); // h = 250 / 10
  });

  it('derives the width from the range if the quartiles are equal, and from the value if all values are equal', () => {
    check([5, -10n, 90n, 0], [10n, -1n, 9n]); // h = 100 / 10
    check([5, 90n, 100n, 0], [1n, 90n, 100n]); // h = 10 / 10
    check([8, 500_000_000n, 500_000_000n, 0], [100_000_000n, 5n, 5n]); // all values are 5 %: h = 1 %
    check([8, -500_000_000n, -500_000_000n, 0], [100_000_000n, -5n, -5n]);
    check([3, 0n, 0n, 0], [100_000_000n, 0n, 0n]); // all values are 0: the width is 1 %
    check([3, 7n, 7n, 0], [2n, 3n, 3n]); // h = 1.4
  });

  it('uses wider bins if there would be more than 50 bins', () => {
    check([8, 0n, 9_999n, 1], [200n, 0n, 49n]); // h = 1; a width of 100 gives 100 bins, 200 gives 50
    check([8, 0n, 10_000n, 1], [250n, 0n, 40n]); // a width of 200 gives 51 bins
    check([8, 0n, 10n ** 34n, 1], [250n * 10n ** 30n, 0n, 40n]);
  });

  it('uses narrower bins if there would be fewer than 5 bins, unless all values are equal', () => {
    check([27, -1000n, 999n, 600], [250n, -4n, 3n]); // h = 400; a width of 500 gives 4 bins
    check([8, 0n, 10n, 5], [2n, 0n, 5n]); // h = 5 gives 3 bins; a width of 2.5 is rounded down to 2
    check([8, -3n, 8n, 9], [2n, -2n, 4n]); // h = 9; a width of 10 gives 2 bins, 5 gives 3
    check([2, 0n, 1n, 0], [1n, 0n, 1n]); // a width is at least one unit
    check([2, -1n, 0n, 0], [1n, -1n, 0n]);
  });

  it('never uses bins that are narrower than the precision of doubles allows', () => {
    const size = 10n ** 34n;
    const [width, last] = [10n ** 21n, 10n ** 13n]; // a width is at least 1e-13 of the largest value
    check([2, size - 2n * 10n ** 18n, size, 1e18], [width, last - 1n, last]);
    check([2, -size, 2n * 10n ** 18n - size, 1e18], [width, -last, -last]);
    check([8, size - 30n * width, size, 1e18], [width, last - 30n, last]);
    check([8, -size, 30n * width - size, 1e18], [width, -last, 30n - last]);
    check([8, size - 3n * width, size, 1.5e21], [width, last - 3n, last]); // 2 · width gives 2 bins
    const safe = 6_710_886_400_000_000n; // 2^26 %
    check([8, safe - 20n, safe, 1], [1n, safe - 20n, safe]);
    check([8, safe - 19n, safe + 1n, 1], [1000n, safe / 1000n - 1n, safe / 1000n]); // at least 671
  });
});
