import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { decimalOf, rounded } from './exact-decimal.js';
import { ZERO, exactSum, mean, ratio, sumsBySign, sumsBySlot, unitsIn, whole } from './exact-sum.js';
import { propertyRuns } from '../../../test/support/property-runs.js';

describe('an exact sum', () => {
  const check = (values: number[], expected: number) =>
    expect(rounded(exactSum(Float64Array.from(values)))).toBe(expected);

  it('equals the sum of the shortest decimal forms', () => {
    check([], 0);
    check([1.5], 1.5);
    check([0.1, 0.2, -0.3], 0);
    check([1e16, 1, -1e16], 1); // the sum of doubles is 0
    check([1e12, 1e-8, -1e12, 1e-8], 2e-8);
    check(Array(1_000_000).fill(0.1), 100_000); // the sum of the doubles is 100000.00000133288
    check([9007199254740992, 1, 1], 9007199254740994); // beyond 2^53
    check([10_000_000.04, 10_000_000.04, -20_000_000.08], 0); // 10000000.04 is not a double
    check([100_000_000.05, -100_000_000], 0.05); // near 1e8, neighbouring doubles are more than 1e-8 apart
    check([1e-9, 4e-9], 1e-8); // half a unit, from values that are not whole units
    check(Array(100).fill(67_108_863.99999999), 6_710_886_399.999999);
    check([20_000_000, -39_831_384.75744461], -19_831_384.75744461); // the sum of doubles is half a unit more
  });

  it('has a mantissa in units of 1e-8 if every value is a whole number of these units', () => {
    expect([1, -0.3, 0.00000001].map(unitsIn)).toEqual([100_000_000, -30_000_000, 1]);
    expect(exactSum(Float64Array.of(0.1, 1))).toEqual({ mantissa: 110_000_000, scale: 8 });
  });

  it('adds only the given number of values of a column', () => {
    expect(rounded(exactSum(Float64Array.of(1, 2, 4, 8).subarray(1, 3)))).toBe(2 + 4);
  });

  it('is computed for each slot and for each sign separately', () => {
    const values = Float64Array.of(1, 0.1, -0.3, 1e12, 0.2);
    const sums = sumsBySlot(values, 5, Uint8Array.of(0, 2, 3, 0, 2));
    expect(sums.map(rounded)).toEqual([1e12 + 1, 0, 0.3, -0.3]);
    const { gained, lost, total } = sumsBySign(values, 3);
    expect([gained, lost, total].map(rounded)).toEqual([1.1, -0.3, 0.8]);
  });

  it('equals the sum in decimal.js', () => {
    const D = Decimal.clone({ precision: 400 });
    const value = fc.oneof(
      fc.integer({ min: -1e15, max: 1e15 }).map((units) => units / 1e8),
      fc.integer({ min: -1e14, max: 1e14 }).map((cents) => cents / 100),
      fc.integer({ min: -8e15, max: 8e15 }).map((halves) => halves / 2e8),
      fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
    );
    fc.assert(
      fc.property(fc.array(value, { maxLength: 30 }), (values) => {
        const [columns, count] = [Float64Array.from(values), values.length];
        const expected = values.reduce((sum, one) => sum.plus(one), new D(0));
        for (const { mantissa, scale } of [
          exactSum(columns),
          sumsBySlot(columns, count, new Uint8Array(count))[0]!,
        ])
          // prettier-ignore
          expect(new D(String(mantissa)).times(new D(10).pow(-scale)).eq(expected)).toBe(true);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe('the quotient of two decimals', () => {
  it('is rounded once, half away from zero', () => {
    expect(mean(decimalOf(0.3), 2)).toBe(0.15);
    expect(mean(decimalOf(0.30000025), 2)).toBe(0.15000013); // exactly 0.150000125
    expect(mean(decimalOf(-0.30000025), 2)).toBe(-0.15000013);
    expect(ratio(decimalOf(0.25127178), decimalOf(0.1))).toBe(2.5127178);
    expect(mean(whole(129_600_001), 3)).toBe(43_200_000.33333333); // doubles near the result are 7e-9 apart
  });

  it('is null if the divisor is zero', () => {
    expect([mean(whole(6), 4), mean(ZERO, 4), mean(ZERO, 0)]).toEqual([1.5, 0, null]);
    expect([ratio(whole(3), whole(2)), ratio(ZERO, whole(2)), ratio(whole(3), ZERO)]).toEqual([1.5, 0, null]);
    expect(ratio(whole(3), { mantissa: 0n, scale: 8 })).toBeNull();
  });
});
