const MIN_BINS = 5;
const MAX_BINS = 50;
const ONE_PERCENT = 100_000_000;
/**
 * 2^26 percent, in units of 1e-8 percent. Up to this size, any two percentages with 8 decimals are different doubles.
 */
const SAFE_UNITS = BigInt(2 ** 26 * 1e8);

/**
 * Adjacent bins: bin i covers [i·width, (i+1)·width), for each i from `first` to `last`. The width is in units of 1e-8
 * percent.
 */
export interface Bins {
  readonly width: bigint;
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * The values for which bins are chosen. `min`, `max` and `spread` (the interquartile range) are in units of 1e-8
 * percent.
 */
export interface Sample {
  readonly count: number;
  readonly min: bigint;
  readonly max: bigint;
  readonly spread: number;
}

/**
 * Returns bins of a round width, which is 1, 2, 2.5 or 5 times a power of ten: the smallest such width that is at least
 * the wanted width.
 *
 * As long as there are more than 50 bins, the next larger width is taken. As long as there are fewer than 5 bins, the
 * next smaller width is taken, unless all values are equal. The width is at least one unit. If a value exceeds 67
 * million percent, the width is also large enough that any two edges are different doubles.
 */
export function chooseBins(sample: Sample): Bins {
  const wanted = wantedWidth(sample);
  const least = leastWidth(sample);
  let step = 0;
  while (widthAt(step) < wanted || widthAt(step) < least) step++;
  while (binCount(binsOf(sample, step)) > MAX_BINS) step++;
  while (
    sample.max > sample.min &&
    binCount(binsOf(sample, step)) < MIN_BINS &&
    step > 0 &&
    widthAt(step - 1) >= least
  ) {
    step--;
  }
  return binsOf(sample, step);
}

/**
 * Returns the wanted width h = 2·IQR / ∛n (Freedman and Diaconis). If the interquartile range IQR is 0, the wanted
 * width is a tenth of the range. If all values are equal, it is a fifth of their absolute value, or 1 percent if all
 * values are 0.
 */
function wantedWidth({ count, min, max, spread }: Sample): number {
  const freedmanDiaconis = (2 * spread) / Math.cbrt(count);
  if (freedmanDiaconis > 0) return freedmanDiaconis;
  if (max > min) return Number(max - min) / 10;
  return Math.abs(Number(max)) / 5 || ONE_PERCENT;
}

function leastWidth({ min, max }: Sample): bigint {
  const size = -min > max ? -min : max;
  return size <= SAFE_UNITS ? 1n : size / 10n ** 13n;
}

/**
 * Returns the width of a step in whole units. The widths of the steps are 1, 2, 2.5, 5, 10, 20, 25, 50 …, where 2.5 is
 * rounded down to 2.
 */
const widthAt = (step: number): bigint =>
  ([100n, 200n, 250n, 500n][step % 4]! * 10n ** BigInt(step >> 2)) / 100n;

function binsOf({ min, max }: Sample, step: number): Bins {
  const width = widthAt(step);
  return { width, first: floorQuotient(min, width), last: floorQuotient(max, width) };
}

const binCount = ({ first, last }: Bins): bigint => last - first + 1n;

/** Returns the greatest whole number that is at most numerator / denominator. The denominator must be positive. */
function floorQuotient(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}
