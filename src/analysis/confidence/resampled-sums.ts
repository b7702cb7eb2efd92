import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** Σ of as many values as there are, drawn with replacement; one sum per resample, ascending. */
export function resampledSums(units: Float64Array, resamples: number, rng: RandomGenerator): Float64Array {
  const draws = new Uint8Array(units.length);
  const sums = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    draw(draws, rng);
    let sum = 0;
    for (let i = 0; i < units.length; i++) sum += draws[i]! * units[i]!;
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
  const draws = new Uint8Array(units.length);
  const factors = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    draw(draws, rng);
    let [gained, lost] = [0, 0];
    for (let i = 0; i < units.length; i++) {
      const value = draws[i]! * units[i]!;
      if (value < 0) lost -= value;
      else gained += value;
    }
    factors[resample] = lost === 0 ? Infinity : gained / lost;
  }
  return factors.sort();
}

/**
 * Counts how often each value is drawn. The counts of a million values fit into the cache of a processor, where the values
 * do not (benchmark row "confidence, 1M trades"). No value is drawn more than 255 times: of a few there are no more draws, and of
 * many that has a probability below 1e-500.
 */
function draw(draws: Uint8Array, rng: RandomGenerator): void {
  const last = draws.length - 1;
  draws.fill(0);
  for (let i = 0; i <= last; i++) draws[uniformInt(rng, 0, last)]! += 1;
}
