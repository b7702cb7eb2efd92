/** Figures carry 8 decimals: they are whole numbers of this unit, and exact when counted in it. */
const DECIMALS = 8;

/**
 * A number as a count of units of 1e-8, by its shortest decimal form; further decimals are rounded half away from
 * zero. Exact at any size, also where doubles lie further apart than one unit. The number is finite.
 */
export function toUnits(value: number): bigint {
  const [mantissa, exponent] = Math.abs(value).toExponential().split('e') as [string, string];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  const digits = BigInt(whole + fraction);
  const shift = Number(exponent) - fraction.length + DECIMALS;
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : roundedQuotient(digits, 10n ** BigInt(-shift));
  return value < 0 ? -units : units;
}

/** The double nearest to a count of units of 1e-8. */
export const fromUnits = (units: bigint): number => Number(`${units}e-${DECIMALS}`);

const roundedQuotient = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);
