import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** Returns the sums of resamples, ascending. A resample draws as many values as the sample has, with replacement. */
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
 * Returns Σ of the positive values / |Σ of the negative values| for each resample, ascending. If a resample has no
 * negative values, its quotient is Infinity.
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
 * Counts how often each value is drawn.
 *
 * The counts of a million values fit into the cache of the processor, but the values themselves do not (benchmark
 * "confidence, 1M trades"). A count fits into a byte: if there are up to 255 values, there are at most 255 draws in
 * total; if there are more values, the probability of a count above 255 is below 1e-500.
 */
function draw(draws: Uint8Array, rng: RandomGenerator): void {
  const last = draws.length - 1;
  draws.fill(0);
  for (let i = 0; i <= last; i++) draws[uniformInt(rng, 0, last)]! += 1;
}
