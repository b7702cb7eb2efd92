import { fromUnits, toUnits } from './eight-decimals.js';

describe('units of 1e-8', () => {
  const check = (value: number, expected: bigint) => expect(toUnits(value)).toBe(expected);

  it('are read from the shortest decimal form of a number', () => {
    check(0, 0n);
    check(-0, 0n);
    check(1, 100_000_000n);
    check(0.1, 10_000_000n);
    check(-12.345, -1_234_500_000n);
    check(1e-8, 1n);
    check(90_071_992.54740994, 9_007_199_254_740_994n); // beyond 2^53 units
    check(1e26, 10n ** 34n);
    check(1.5e300, 15n * 10n ** 307n);
  });

  it('are rounded half away from zero', () => {
    check(4.9e-9, 0n);
    check(5e-9, 1n);
    check(-5e-9, -1n);
    check(1.000000005, 100_000_001n); // The double lies below the half, but the decimal form is exactly the half.
    check(2.675, 267_500_000n);
    check(5e-324, 0n);
  });

  it('are converted back to the nearest double', () => {
    for (const value of [0, 0.1, -0.3, 1e-8, 123_456.78901234, 1e26])
      expect(fromUnits(toUnits(value))).toBe(value);
  });
});
