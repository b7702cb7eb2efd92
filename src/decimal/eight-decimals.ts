import { bigPowerOfTen, decimalOf, roundedBigRatio } from './exact-decimal.js';

/** Figures carry 8 decimals: they are whole numbers of this unit, and exact when counted in it. */
const DECIMALS = 8;

/**
 * A number as a count of units of 1e-8, by its shortest decimal form; further decimals are rounded half away from
 * zero. Exact at any size, also where doubles lie further apart than one unit. The number is finite.
 */
export function toUnits(value: number): bigint {
  const { mantissa, scale } = decimalOf(value);
  const surplus = scale - DECIMALS;
  // Stryker disable next-line EqualityOperator: a surplus of 0 leaves nothing to round
  return surplus <= 0
    ? BigInt(mantissa) * bigPowerOfTen(-surplus)
    : BigInt(roundedBigRatio(BigInt(mantissa), bigPowerOfTen(surplus)));
}

/** The double nearest to a count of units of 1e-8. */
export const fromUnits = (units: bigint): number => Number(`${units}e-${DECIMALS}`);
