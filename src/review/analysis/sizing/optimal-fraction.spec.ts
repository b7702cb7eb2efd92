import fc from 'fast-check';
import { WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import { exactSum } from '../../../shared/decimal/exact-sum.js';
import { UNLIMITED, optimalFraction } from './optimal-fraction.js';
import { optimumOf } from './optimum.js';

const RESAMPLING = { level: 0.95, resamples: 1_000, seed: 42 };

const of = (...results: number[]) => optimumOf(Float64Array.from(results), RESAMPLING);
const fractionOf = (...results: number[]) => {
  const column = Float64Array.from(results);
  return optimalFraction(column, exactSum(column).mantissa > 0);
};

const repeated = (times: number, ...results: number[]) => Array<number[]>(times).fill(results).flat();

describe('the optimal fraction', () => {
  it("is Kelly's fraction for two outcomes", () => {
    expect(fractionOf(2, -1, 2, -1)).toBeCloseTo(0.25, 15);
    // √(1.5 · 0.75) − 1
    expect(of(2, -1, 2, -1)).toMatchObject({ fractionPct: 25, growthPctInSequence: 6.06601718 });
  });

  it('has the value of the worked example', () => {
    const results = WORKED_EXAMPLE.rMultiple.filter((value) => !Number.isNaN(value));
    expect(optimumOf(results, RESAMPLING)).toEqual({
      fractionPct: 18.99566904,
      growthPctInSequence: 6.54589197,
      low: null,
      high: null,
      reason: 'too-few-trades',
    });
  });

  it('is 0 if the sum of the results is 0 or less, and unlimited if no trade loses', () => {
    expect(fractionOf(1, -1)).toBe(0);
    expect(fractionOf(0.1, 0.2, -0.3)).toBe(0); // as doubles, the sum is above 0
    expect(fractionOf(0.1, 0.2, -0.29999999)).toBeGreaterThan(0);
    expect(fractionOf(1, 0)).toBe(UNLIMITED);
    expect(fractionOf(0, 0)).toBe(0);
    expect(of(1, -2)).toMatchObject({ fractionPct: 0, growthPctInSequence: 0 });
    expect(of(1, 2)).toEqual({
      fractionPct: null,
      growthPctInSequence: null,
      low: null,
      high: null,
      reason: 'no-loss',
    });
    expect(of()).toMatchObject({ fractionPct: null, reason: 'too-few-trades' });
  });

  it('has the fastest growth of all fractions', () => {
    const result = fc.integer({ min: -300, max: 500 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(
        fc.array(result, { minLength: 2, maxLength: 20 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (list, share) => {
          const best = fractionOf(...list);
          fc.pre(Number.isFinite(best));
          const least = Math.min(...list);
          const other = least < 0 ? share / -least : share;
          const growth = (fraction: number) => list.reduce((sum, x) => sum + Math.log1p(fraction * x), 0);
          expect(growth(best)).toBeGreaterThanOrEqual(growth(other) - 1e-9);
        },
      ),
    );
  });
});

describe('the interval of the optimal fraction', () => {
  it('consists of quantiles of the resamples', () => {
    expect(of(...repeated(4, 2, -1, -1, 1.5, -1, 3))).toEqual({
      fractionPct: 26.23424429,
      growthPctInSequence: expect.any(Number),
      low: 0,
      high: 56.79897947,
      reason: null,
    });
  });

  it('requires at least 10 trades and 5 losses', () => {
    expect(of(...repeated(5, 2, -1)).reason).toBeNull();
    expect(of(...repeated(4, 2, -1), -1).reason).toBe('too-few-trades');
    expect(of(...repeated(4, 2, -1), 2, 2)).toMatchObject({ low: null, reason: 'too-few-losses' });
  });

  it('is unbounded if too many resamples have no loss', () => {
    // A resample of 500 results contains none of the 5 losses with a probability of exp(−5) = 0.7 %, which exceeds 0.5
    // %.
    const results = Float64Array.from([...repeated(5, -1), ...repeated(495, 2)]);
    const { high, low, reason } = optimumOf(results, { level: 0.99, resamples: 1_000, seed: 42 });
    expect([high, reason]).toEqual([null, 'unbounded']);
    expect(low).toBeGreaterThan(50);
  });

  it('is missing if there are too many trades to resample', () => {
    const results = Float64Array.from(repeated(5, 2, -1));
    expect(optimumOf(results, null)).toMatchObject({ fractionPct: 25, low: null, reason: 'too-many-trades' });
  });
});
