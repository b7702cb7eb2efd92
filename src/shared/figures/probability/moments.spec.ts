import fc from 'fast-check';
import { rounded } from '../../decimal/exact-decimal.js';
import { deviationOf, meanOf, momentsOf, varianceOf } from './moments.js';

const of = (...values: number[]) => {
  const { count, sum, variance } = momentsOf(Float64Array.from(values));
  return { count, sum: rounded(sum), variance };
};

describe('moments', () => {
  it('ignore NaN', () => {
    expect(of()).toEqual({ count: 0, sum: 0, variance: null });
    expect(of(Number.NaN, 5)).toEqual({ count: 1, sum: 5, variance: null });
    expect(of(1, Number.NaN, 3)).toEqual({ count: 2, sum: 4, variance: 2 });
  });

  it('have a variance of exactly 0 for equal values', () => {
    expect(of(...Array<number>(1000).fill(0.1))).toEqual({ count: 1000, sum: 100, variance: 0 });
  });

  it('are precise for values far from 0', () => {
    // Sums of powers would lose all digits, because the squares are about 1e18.
    expect(of(1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16).variance).toBe(30);
    expect(of(1e15 + 1, 1e15 + 2, 1e15 + 3).variance).toBe(1);
  });

  it('agree with the definition, computed in whole numbers', () => {
    const value = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 50 }), (values) => {
        const n = BigInt(values.length);
        const [sum, squares] = values.reduce(
          ([s, q], each) => [s + BigInt(each), q + BigInt(each) ** 2n] as const,
          [0n, 0n] as readonly [bigint, bigint],
        );
        const expected = Number(n * squares - sum * sum) / Number(n * (n - 1n));
        const { variance } = of(...values);
        expect(Math.abs(variance! - expected)).toBeLessThanOrEqual(1e-12 * expected);
      }),
    );
  });

  it('are precise for values of any size that differ only in the last decimal', () => {
    const near = (actual: number | null, expected: number) =>
      expect(Math.abs(actual! / expected - 1)).toBeLessThan(1e-14);
    for (const offset of [100.1, -7.3, 20_000_000.1]) {
      const values = [0, 1, 0, 2].map((units) => Number((offset + units / 1e8).toFixed(8)));
      near(of(...values).variance, (11 / 12) * 1e-16); // 0.75² · 2 + 0.25² + 1.25² = 2.75
    }
    // Differences in the tenth decimal are not whole units of 1e-8.
    near(of(0.1, 0.1000000001, 0.1000000002).variance, 1e-20);
  });

  const shape = (...values: number[]) => {
    const { skewness, kurtosis } = momentsOf(Float64Array.from(values));
    return [skewness, kurtosis];
  };

  it('include the skewness and kurtosis of the population', () => {
    expect(shape(1, 2, 3, 4)).toEqual([0, expect.closeTo(1.64, 14)]); // m₂ = 1.25, m₄ = 2.5625
    expect(shape(1, 1, 1, 5)).toEqual([expect.closeTo(6 / 3 ** 1.5, 14), expect.closeTo(21 / 9, 14)]); // −1 −1 −1 3
    expect(shape(1e15 + 1, 1e15 + 1, 1e15 + 1, 1e15 + 5)).toEqual(shape(1, 1, 1, 5));
    expect(shape(-1, 1)).toEqual([0, 1]);
    expect(shape()).toEqual([null, null]);
    expect(shape(0.1, 0.1, Number.NaN)).toEqual([null, null]);
  });

  it('are the same whether zeros are stored or only counted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -10, max: 10, noNaN: true })),
        fc.integer({ min: 2, max: 20 }),
        (values, zeros) => {
          const stored = Float64Array.from([...values, ...Array<number>(zeros).fill(0)]);
          const counted = varianceOf(Float64Array.from(values), zeros);
          expect(counted).toBeCloseTo(momentsOf(stored).variance!, 12);
        },
      ),
    );
  });

  it('lead to the mean and to the standard deviation', () => {
    const moments = momentsOf(Float64Array.of(0.1, 0.2, 0.6));
    expect(meanOf(moments)).toBeCloseTo(0.3, 15);
    expect(deviationOf(moments)).toBeCloseTo(Math.sqrt(0.07), 15);
    expect(deviationOf(momentsOf(Float64Array.of(5)))).toBeNull();
    expect(deviationOf(momentsOf(Float64Array.of(5, 5)))).toBe(0);
  });
});
