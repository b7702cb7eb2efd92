/**
 * An exact decimal number: `mantissa · 10^-scale`, with a scale of at least 0. The mantissa is a number if it is a safe
 * integer (below 2^53), otherwise a bigint. The mantissas of prices are numbers, so arithmetic on prices is fast. Only
 * `rounded` and `roundedQuotient` round.
 */
export interface ExactDecimal {
  readonly mantissa: number | bigint;
  readonly scale: number;
}

/** The number of decimals of computed figures. */
const FIGURE_DECIMALS = 8;

/** The powers of ten that a double holds exactly: 10^0 to 10^22. */
export const POWERS_OF_TEN: readonly number[] = Array.from({ length: 23 }, (_, n) => Number(`1e${n}`));

/**
 * Returns the shortest decimal form of a finite double, which is also its form in JSON: 0.1 is 1 · 10^-1. The loop is a
 * shortcut that avoids printing and parsing. The division in the loop has two exact operands and rounds once.
 * Therefore, if `mantissa / power === x`, the decimal `mantissa / power` is read as x. Two different decimals of at
 * most 15 digits are never read as the same double. The shortest form has no more digits than the found decimal, so the
 * two are equal.
 */
export function decimalOf(x: number): ExactDecimal {
  for (let scale = 0, power = 1; scale < POWERS_OF_TEN.length; scale++, power *= 10) {
    const mantissa = Math.round(x * power);
    if (Math.abs(mantissa) >= 1e15) break;
    if (mantissa / power === x) return { mantissa, scale };
  }
  return parsedDecimal(String(x));
}

/** Parses a decimal as `String` prints a double (`-12.5`, `1e-7`, `1.5e+21`) or as PostgreSQL prints a `numeric`. */
export function parsedDecimal(text: string): ExactDecimal {
  const exponentAt = text.indexOf('e');
  const digits = exponentAt === -1 ? text : text.slice(0, exponentAt);
  const exponent = exponentAt === -1 ? 0 : Number(text.slice(exponentAt + 1));
  const pointAt = digits.indexOf('.');
  const decimals = pointAt === -1 ? 0 : digits.length - pointAt - 1;

  const mantissa = exactInteger(
    pointAt === -1 ? digits : digits.slice(0, pointAt) + digits.slice(pointAt + 1),
  );
  const scale = decimals - exponent;
  return { mantissa: scaledUp(mantissa, Math.max(-scale, 0)), scale: Math.max(scale, 0) };
}

export function plus(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const scale = Math.max(a.scale, b.scale);
  const left = scaledUp(a.mantissa, scale - a.scale);
  const right = scaledUp(b.mantissa, scale - b.scale);
  if (typeof left === 'number' && typeof right === 'number') {
    const mantissa = left + right;
    if (Number.isSafeInteger(mantissa)) return { mantissa, scale };
  }
  return { mantissa: BigInt(left) + BigInt(right), scale };
}

export function minus(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  return plus(a, { mantissa: -b.mantissa, scale: b.scale });
}

export function times(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  return { mantissa: product(a.mantissa, b.mantissa), scale: a.scale + b.scale };
}

/** Returns the double nearest to the value, without rounding to decimals. Never returns −0. */
export const toDouble = ({ mantissa, scale }: ExactDecimal): number => nearestDouble(mantissa, scale);

/** Returns the value rounded half away from zero to 8 decimals, as the nearest double. Never returns −0. */
export function rounded({ mantissa, scale }: ExactDecimal): number {
  const surplus = scale - FIGURE_DECIMALS;
  if (surplus <= 0) return nearestDouble(mantissa, scale);
  const divisor = POWERS_OF_TEN[surplus];
  if (typeof mantissa === 'number' && divisor !== undefined) {
    return nearestDouble(roundedRatio(mantissa, divisor), FIGURE_DECIMALS);
  }
  return nearestDouble(roundedBigRatio(BigInt(mantissa), bigPowerOfTen(surplus)), FIGURE_DECIMALS);
}

/**
 * Rounds the shortest decimal form of a double like `rounded`. Returns null for null and for values that are not
 * finite.
 */
export const roundedDouble = (x: number | null): number | null =>
  x !== null && Number.isFinite(x) ? rounded(decimalOf(x)) : null;

/**
 * Returns a / b, rounded like `rounded`. b must not be zero.
 *
 * An estimate with two doubles nearly always decides how to round. Four roundings lead to the estimate, each with an
 * error of at most 2^-53 of the value. The total error is below 2^-10 for estimates below 2^40. If the error cannot
 * change how the estimate is rounded, the nearest integer is correct. Otherwise exact integers decide.
 */
export function roundedQuotient(a: ExactDecimal, b: ExactDecimal): number {
  const shift = FIGURE_DECIMALS + b.scale - a.scale;
  const power = POWERS_OF_TEN[shift];
  if (power !== undefined) {
    const divisor = Number(b.mantissa);
    // A divisor beyond the range of doubles becomes infinite.
    const estimate = Number.isFinite(divisor) ? (Number(a.mantissa) / divisor) * power : NaN;
    const nearest = Math.round(estimate);
    const distance = Math.abs(estimate - nearest);
    if (Math.abs(estimate) < 2 ** 40 && distance < 0.499) return nearestDouble(nearest, FIGURE_DECIMALS);
  }
  const dividend = BigInt(a.mantissa) * bigPowerOfTen(Math.max(shift, 0));
  const divisor = BigInt(b.mantissa) * bigPowerOfTen(Math.max(-shift, 0));
  return nearestDouble(roundedBigRatio(dividend, divisor), FIGURE_DECIMALS);
}

/**
 * Returns the double nearest to a decimal. Both branches round once. The first branch divides two exact doubles: a safe
 * integer and a power of ten. The second branch reads a larger mantissa from its decimal text, because `Number(bigint)
 * / 1e8` would round twice. `+ 0` turns −0 into 0.
 */
function nearestDouble(mantissa: number | bigint, scale: number): number {
  const power = POWERS_OF_TEN[scale];
  if (typeof mantissa === 'number' && power !== undefined) return mantissa / power + 0;
  return Number(`${mantissa}e-${scale}`) + 0;
}

/**
 * Returns dividend / divisor, rounded half away from zero to a whole number.
 *
 * If both are safe integers, the truncated quotient is exact: a quotient just below an integer is too far from the
 * integer to be rounded up to it. Therefore quotient · divisor and the remainder are exact, too.
 */
function roundedRatio(dividend: number, divisor: number): number {
  const quotient = Math.trunc(dividend / divisor);
  const remainder = dividend - quotient * divisor;
  return 2 * Math.abs(remainder) >= divisor ? quotient + Math.sign(dividend) : quotient;
}

/** Returns dividend / divisor, rounded half away from zero to a whole number. */
export function roundedBigRatio(dividend: bigint, divisor: bigint): number | bigint {
  const size = absolute(divisor);
  const quotient = (2n * absolute(dividend) + size) / (2n * size);
  return exactInteger(dividend < 0n === divisor < 0n ? quotient : -quotient);
}

/**
 * Returns the exact product. If the product of two safe integers, computed as doubles, is a safe integer, the product
 * is exact.
 */
function product(a: number | bigint, b: number | bigint): number | bigint {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = a * b;
    if (Number.isSafeInteger(result)) return result;
  }
  return BigInt(a) * BigInt(b);
}

function scaledUp(mantissa: number | bigint, decimals: number): number | bigint {
  if (decimals === 0) return mantissa;
  return product(mantissa, POWERS_OF_TEN[decimals] ?? bigPowerOfTen(decimals));
}

/**
 * Returns an integer as a number if it is a safe integer, otherwise as a bigint. A text is never rounded: an integer
 * from 2^53 on is read as a double of at least 2^53, which is not a safe integer, and is therefore converted to a
 * bigint.
 */
export function exactInteger(value: string | bigint): number | bigint {
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : BigInt(value);
}

export function bigPowerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
