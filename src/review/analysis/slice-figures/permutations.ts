import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { ExtremeSums, SumsOf } from './extreme-sums.js';

/** Maximum number of combinations that are all compared. If there are more combinations, random ones are drawn. */
export const MAX_COMBINATIONS = 20_000;

/** Returns the number of combinations of `size` out of `count` elements; Infinity above `MAX_COMBINATIONS`. */
export function combinationsOf(count: number, size: number): number {
  let combinations = 1;
  for (let i = 1; i <= size; i += 1) {
    // Each intermediate result is the number of combinations of i out of count − size + i. Therefore it is whole and
    // never decreases.
    combinations = (combinations * (count - size + i)) / i;
    if (combinations > MAX_COMBINATIONS) return Infinity;
  }
  return combinations;
}

/** Returns the number of combinations of `size` values with an extreme sum. */
export const extremeCombinations = (sums: ExtremeSums, size: number): number =>
  isOfDoubles(sums) ? countCombinations(sums, size) : countCombinations(sums, size);

/**
 * Returns how many of `draws` random combinations of `size` values have an extreme sum. Each draw starts from trade
 * order and shuffles the first `size` values.
 */
export const extremeDraws = (sums: ExtremeSums, size: number, draws: number, seed: number): number =>
  isOfDoubles(sums) ? countDraws(sums, size, draws, seed) : countDraws(sums, size, draws, seed);

const isOfDoubles = (sums: ExtremeSums): sums is SumsOf<number> => sums.zero === 0;

function countCombinations<Units extends number | bigint>(
  { units, zero, plus, isExtreme }: SumsOf<Units>,
  size: number,
): number {
  let count = 0;
  const visit = (from: number, left: number, sum: Units): void => {
    if (left === 0) count += Number(isExtreme(sum));
    else for (let i = from; i <= units.length - left; i += 1) visit(i + 1, left - 1, plus(sum, units[i]!));
  };
  visit(0, size, zero);
  return count;
}

function countDraws<Units extends number | bigint>(
  { units, zero, plus, isExtreme }: SumsOf<Units>,
  size: number,
  draws: number,
  seed: number,
): number {
  const rng = xoroshiro128plus(seed);
  const last = units.length - 1;
  const swapped = new Uint32Array(size);
  let count = 0;
  const swap = (i: number) => {
    const other = units[swapped[i]!]!;
    units[swapped[i]!] = units[i]!;
    units[i] = other;
  };
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = zero;
    for (let i = 0; i < size; i += 1) {
      swapped[i] = uniformInt(rng, i, last);
      swap(i);
      sum = plus(sum, units[i]!);
    }
    count += Number(isExtreme(sum));
    for (let i = size - 1; i >= 0; i -= 1) swap(i);
  }
  return count;
}
