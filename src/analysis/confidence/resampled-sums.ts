import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** Σ of as many values as there are, drawn with replacement; one sum per resample, ascending. */
export function resampledSums(units: Float64Array, resamples: number, rng: RandomGenerator): Float64Array {
  const last = units.length - 1;
  const sums = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let sum = 0;
    for (let draw = 0; draw <= last; draw++) sum += units[uniformInt(rng, 0, last)]!;
    sums[resample] = sum;
  }
  return sums.sort();
}

/**
 * Σ of the positive values / |Σ of the negative ones| of each resample, ascending; Infinity for a resample without a
 * negative value.
 */
export function resampledProfitFactors(
  units: Float64Array,
  resamples: number,
  rng: RandomGenerator,
): Float64Array {
  const last = units.length - 1;
  const factors = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let [gained, lost] = [0, 0];
    for (let draw = 0; draw <= last; draw++) {
      const value = units[uniformInt(rng, 0, last)]!;
      if (value < 0) lost -= value;
      else gained += value;
    }
    factors[resample] = lost === 0 ? Infinity : gained / lost;
  }
  return factors.sort();
}
