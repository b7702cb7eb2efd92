import { bigPowerOfTen, decimalOf, rounded } from '../../../shared/decimal/exact-decimal.js';
import { UNITS_PER_ONE, UNIT_SCALE, unitsIn } from '../../../shared/decimal/exact-sum.js';

/**
 * Values of all trades in units of 1e-8, with the limits of extreme sums. A sum of a side is extreme if it is at least
 * as far from the expected sum as the sum of the slice.
 */
export type ExtremeSums = SumsOf<number> | SumsOf<bigint>;

export interface SumsOf<Units extends number | bigint> {
  readonly units: { [place: number]: Units; readonly length: number };
  readonly zero: Units;
  readonly plus: (a: Units, b: Units) => Units;
  /** Returns whether a sum is extreme: at least as far from the expected sum as the sum of the slice. */
  readonly isExtreme: (sum: Units) => boolean;
}

/**
 * Prepares the comparison of sums of `places.length` values. A sum S* is extreme if |N·S* − m·T| ≥ |N·S − m·T|, where S
 * is the sum of the values at `places`, T the sum of all N values and m the length of `places`. The condition is solved
 * for S*, which is a whole number, so every product fits into a double. Sums of large amounts are exact integers.
 */
export function extremeSums(values: Float64Array, places: Uint32Array): ExtremeSums {
  const units = smallUnits(values);
  if (units) {
    const total = units.reduce((sum, each) => sum + each, 0);
    const ofSide = places.reduce((sum, place) => sum + units[place]!, 0);
    const limits = limitsOf(BigInt(ofSide), BigInt(total), places.length, values.length);
    const [most, least] = [Number(limits.most), Number(limits.least)];
    const isExtreme = (sum: number) => sum <= most || sum >= least;
    return { units, zero: 0, plus: (a: number, b: number) => a + b, isExtreme };
  }
  const large = Array.from(values, largeUnits);
  const total = large.reduce((sum, each) => sum + each, 0n);
  const ofSide = Array.from(places).reduce((sum, place) => sum + large[place]!, 0n);
  const { most, least } = limitsOf(ofSide, total, places.length, values.length);
  const isExtreme = (sum: bigint) => sum <= most || sum >= least;
  return { units: large, zero: 0n, plus: (a: bigint, b: bigint) => a + b, isExtreme };
}

/** Returns the two limits: the greatest extreme sum below the expected sum, and the least extreme sum above it. */
function limitsOf(
  ofSide: bigint,
  total: bigint,
  size: number,
  count: number,
): { readonly most: bigint; readonly least: bigint } {
  const [m, n] = [BigInt(size), BigInt(count)];
  const distance = absolute(n * ofSide - m * total);
  return {
    most: floorQuotient(m * total - distance, n),
    least: -floorQuotient(-m * total - distance, n),
  };
}

/** Returns the values as counts of units; null if doubles cannot hold every sum of the counts exactly. */
function smallUnits(values: Float64Array): Float64Array | null {
  const units = new Float64Array(values.length);
  let greatest = 0;
  for (let i = 0; i < values.length; i += 1) {
    units[i] = unitsIn(values[i]!);
    greatest += Math.abs(units[i]!);
    if (units[i]! / UNITS_PER_ONE !== values[i] || greatest > Number.MAX_SAFE_INTEGER) return null;
  }
  return units;
}

/** Returns the count of units in a value of any size. */
function largeUnits(value: number): bigint {
  const { mantissa, scale } = decimalOf(rounded(decimalOf(value)));
  return BigInt(mantissa) * bigPowerOfTen(UNIT_SCALE - scale);
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** Returns the greatest whole number that does not exceed a / b, for b above 0. */
const floorQuotient = (a: bigint, b: bigint): bigint => (a - (((a % b) + b) % b)) / b;
