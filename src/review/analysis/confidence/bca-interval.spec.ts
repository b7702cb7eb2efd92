import { momentsOf } from '../../../shared/figures/probability/moments.js';
import { bcaInterval, biasOf, meanAcceleration, percentileInterval } from './bca-interval.js';

const VALUES = [-12, -8, 5, 40];

/** The sums of all 256 resamples of four values. */
const SUMS = Float64Array.from(
  VALUES.flatMap((a) => VALUES.flatMap((b) => VALUES.flatMap((c) => VALUES.map((d) => a + b + c + d)))),
).sort();

const sorted = (...values: number[]) => Float64Array.from(values).sort();

describe('the BCa interval', () => {
  it('agrees with a worked example', () => {
    const acceleration = meanAcceleration(momentsOf(Float64Array.from(VALUES)).skewness!, 4);
    expect(biasOf(SUMS, 25)).toBeCloseTo(0.08823802, 8);
    expect(acceleration).toBeCloseTo(0.07153477, 8);
    const { low, high, method } = bcaInterval(SUMS, 25, acceleration, 0.95);
    expect([low / 4, high / 4]).toEqual([expect.closeTo(-7.98309093, 8), 31.25]);
    expect(method).toBe('bca');
  });

  it('equals the percentile interval if there is neither bias nor skewness', () => {
    const values = Float64Array.from({ length: 1_001 }, (_, i) => i - 500);
    const { low, high } = bcaInterval(values, 0, 0, 0.9);
    expect(low).toBeCloseTo(-450, 10);
    expect(high).toBeCloseTo(450, 10);
    expect(percentileInterval(values, 0.9)).toEqual({ low: -450, high: 450, method: 'percentile' });
  });

  it('is replaced by the percentile interval if it is undefined', () => {
    const values = sorted(...Array.from({ length: 21 }, (_, i) => i));
    const percentile = { low: 1, high: 19, method: 'percentile' };
    expect(bcaInterval(values, -1, 0.1, 0.9)).toEqual(percentile); // no value is below −1, so z₀ = −∞
    expect(bcaInterval(values, 99, 0.1, 0.9)).toEqual(percentile); // all values are below 99, so z₀ = ∞
    expect(bcaInterval(values, 10, 0.7, 0.9)).toEqual(percentile); // the denominator 1 − 0.7 · 1.645 is below 0
    expect(bcaInterval(values, 10, -0.7, 0.9)).toEqual(percentile);
    expect(bcaInterval(values, 10, 0.6, 0.9).method).toBe('bca');
  });

  it('is based on a bias for which half of the values that equal the estimate count as smaller', () => {
    expect(biasOf(sorted(1, 2, 2, 3), 2)).toBe(0); // share (1 + 1) / 4
    expect(biasOf(sorted(1, 2, 3, 4), 2)).toBeCloseTo(-0.3186393639643752, 14); // share 1.5 / 4
  });
});
