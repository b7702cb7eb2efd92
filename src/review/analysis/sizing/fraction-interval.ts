import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { unitColumn } from '../../../shared/decimal/unit-column.js';
import { percentileInterval } from '../confidence/bca-interval.js';
import { optimalFraction } from './optimal-fraction.js';

export interface ResamplingSettings {
  /** Probability that the interval contains the true value, 0..1. */
  readonly level: number;
  readonly resamples: number;
  /** Seed of the generator, 0..2^32 − 1. */
  readonly seed: number;
}

/**
 * Returns the percentile interval of the optimal fraction. Each resample draws as many results as there are, with
 * replacement, and has its own optimum. If too many resamples have no loss, a bound is infinite.
 */
export function fractionInterval(
  results: Float64Array,
  { level, resamples, seed }: ResamplingSettings,
): { readonly low: number; readonly high: number } {
  const rng = xoroshiro128plus(seed);
  const units = unitColumn(results);
  const drawn = new Float64Array(results.length);
  const fractions = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let sum = 0;
    for (let i = 0; i < drawn.length; i++) {
      const place = uniformInt(rng, 0, results.length - 1);
      drawn[i] = results[place]!;
      sum += units[place]!;
    }
    fractions[resample] = optimalFraction(drawn, sum > 0);
  }
  return percentileInterval(fractions.sort(), level);
}
