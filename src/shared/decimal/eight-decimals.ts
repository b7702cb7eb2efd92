import { bigPowerOfTen, decimalOf, roundedBigRatio } from './exact-decimal.js';

/**
 * The number of decimals of figures. Every figure is a multiple of 1e-8, so a count of units of 1e-8 represents it
 * exactly.
 */
const DECIMALS = 8;

/**
 * Returns a number as a count of units of 1e-8, based on the shortest decimal form of the number. Decimals after the
 * eighth are rounded half away from zero. The result is exact at any size, even if neighbouring doubles differ by more
 * than one unit. The number must be finite.
 */
export function toUnits(value: number): bigint {
  const { mantissa, scale } = decimalOf(value);
  const surplus = scale - DECIMALS;
  return surplus <= 0
    ? BigInt(mantissa) * bigPowerOfTen(-surplus)
    : BigInt(roundedBigRatio(BigInt(mantissa), bigPowerOfTen(surplus)));
}

/** Returns the double nearest to a count of units of 1e-8. */
export const fromUnits = (units: bigint): number => Number(`${units}e-${DECIMALS}`);
