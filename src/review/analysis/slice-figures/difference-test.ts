import { minus, roundedQuotient, times } from '../../../shared/decimal/exact-decimal.js';
import { exactSum, ratio, whole } from '../../../shared/decimal/exact-sum.js';
import { valuesAt } from '../../../shared/figures/calculator/trade-columns.js';
import { RefusedQuery } from '../refused-query.js';
import { extremeSums } from './extreme-sums.js';
import { MAX_COMBINATIONS, combinationsOf, extremeCombinations, extremeDraws } from './permutations.js';

export const TEST_METHODS = ['exact', 'drawn'] as const;
export type TestMethod = (typeof TEST_METHODS)[number];
export const TEST_REASONS = ['empty-side', 'too-many-trades'] as const;
export type TestReason = (typeof TEST_REASONS)[number];

/** Two-sided test of the difference between the mean plNet of two groups of trades. */
export interface DifferenceTest {
  /**
   * Mean plNet of the slice − mean plNet of the rest, in account currency; null if the slice or the rest has no trades.
   */
  readonly difference: number | null;
  /**
   * The trades can be divided in many ways into two sides with the sizes of the slice and the rest. This is the share
   * of the divisions whose difference is at least as large as the actual difference.
   */
  readonly pValue: number | null;
  readonly method: TestMethod | null;
  /** Number of divisions that the test compares. */
  readonly permutations: number;
  readonly seed: number;
  /** Reason why there is no pValue; null if there is a pValue. */
  readonly reason: TestReason | null;
}

export interface TestSettings {
  /** Number of drawn permutations; null for the default, which depends on the trades. */
  readonly permutations: number | null;
  /** Seed of the generator, 0..2^32 − 1. */
  readonly seed: number;
}

/** Minimum number of drawn permutations. */
export const MIN_PERMUTATIONS = 100;
export const MAX_PERMUTATIONS = 20_000;

/** Default number of drawn permutations. Large sides have a lower default. */
const USUAL_PERMUTATIONS = 10_000;

/** Maximum total number of swaps of all permutations. */
const MAX_SWAPS = 20_000_000;

/**
 * Tests whether the mean of a slice differs from the mean of the other trades (Fisher and Pitman). The test divides all
 * trades into two sides that have the sizes of the slice and of the rest. If there are few such divisions, the test
 * compares all of them, otherwise random divisions.
 * @param plNet results of all trades in trade order
 * @param places indexes of the trades of the slice
 * @param restPlaces indexes of the other trades
 * @throws RefusedQuery if the permutations would have too many swaps in total
 */
export function differenceTest(
  plNet: Float64Array,
  places: Uint32Array,
  restPlaces: Uint32Array,
  { permutations: given, seed }: TestSettings,
): DifferenceTest {
  const none = { difference: null, pValue: null, method: null, permutations: 0, seed } as const;
  if (places.length === 0 || restPlaces.length === 0) return { ...none, reason: 'empty-side' };
  const difference = meanDifference(valuesAt(plNet, places), valuesAt(plNet, restPlaces));
  const smaller = places.length <= restPlaces.length ? places : restPlaces;
  const sums = extremeSums(plNet, smaller);
  const combinations = combinationsOf(plNet.length, smaller.length);
  if (combinations <= MAX_COMBINATIONS) {
    const pValue = ratio(whole(extremeCombinations(sums, smaller.length)), whole(combinations));
    return { difference, pValue, method: 'exact', permutations: combinations, seed, reason: null };
  }
  const permutations = permutationsFor(given, smaller.length);
  if (permutations === 0) return { ...none, difference, reason: 'too-many-trades' };
  const extreme = extremeDraws(sums, smaller.length, permutations, seed);
  const pValue = ratio(whole(1 + extreme), whole(1 + permutations));
  return { difference, pValue, method: 'drawn', permutations, seed, reason: null };
}

/** Returns mean a − mean b, rounded once. */
function meanDifference(a: Float64Array, b: Float64Array): number {
  const [ofA, ofB] = [whole(a.length), whole(b.length)];
  return roundedQuotient(minus(times(exactSum(a), ofB), times(exactSum(b), ofA)), times(ofA, ofB));
}

/**
 * Returns the number of drawn permutations for a smaller side of this size; 0 if the side is too large for drawing.
 * @param given null for the default
 * @throws RefusedQuery if the permutations would have too many swaps in total
 */
export function permutationsFor(given: number | null, size: number): number {
  const most = Math.floor(MAX_SWAPS / size);
  if (most < MIN_PERMUTATIONS) return 0;
  const permutations = given ?? Math.min(USUAL_PERMUTATIONS, most);
  if (permutations <= most) return permutations;
  const message = `must not be greater than ${most} for a side of ${size} trades`;
  throw new RefusedQuery({ field: 'permutations', message });
}
