import { type ExactDecimal, parsedDecimal, toDouble } from '../../../shared/decimal/exact-decimal.js';
import { decimalText } from '../../../shared/decimal/decimal-text.js';

/** A point value. */
export interface PointValue {
  readonly exact: ExactDecimal;
  readonly value: number;
  /** Significant digits; 0 for 1, which needs no explanation. */
  readonly digits: number;
}

/** A double has at most this many digits. */
const MAX_DIGITS = 17;
/** Two candidates whose distances to the middle differ by less than this part are equally near. */
const TIE = 1e-12;

/** @param text plain digits of a number above 0 */
export function pointValueOf(text: string): PointValue {
  const exact = parsedDecimal(text.toLowerCase());
  return { exact, value: toDouble(exact), digits: digitsOf(exact) };
}

export const VALUE_OF_ONE: PointValue = pointValueOf('1');

/** Returns the digits of a positive decimal without zeros at the start and the end. */
const significant = (exact: ExactDecimal): string =>
  decimalText(exact)
    .replace('.', '')
    .replace(/^0+/, '')
    .replace(/(?<!0)0+$/, '');

function digitsOf(exact: ExactDecimal): number {
  return decimalText(exact) === '1' ? 0 : significant(exact).length;
}

/** Returns whether a value is one digit, 25, 125 or 625 times a power of ten, as the values of contracts are. */
export const isUsualValue = ({ exact }: PointValue): boolean =>
  /^(?:\d|25|125|625)$/.test(significant(exact));

/**
 * Returns the number with the fewest digits between two positive ends. Of several it is the nearest to the middle, of
 * two equally near the greater. 1 has no digits.
 */
export function roundest(low: number, high: number): PointValue {
  if (low <= 1 && high >= 1) return VALUE_OF_ONE;
  const middle = low + (high - low) / 2;
  for (let digits = 1; digits <= MAX_DIGITS; digits += 1) {
    const within = around(middle, digits).filter(({ value }) => value >= low && value <= high);
    if (within.length > 0) return nearestOf(within, middle);
  }
  return pointValueOf(String(middle));
}

/**
 * Returns the numbers of at most so many digits on both sides of a value, the lower one first. The ends are equally far
 * from the middle, so no other number of so many digits can be between the ends if none of these is.
 */
function around(middle: number, digits: number): PointValue[] {
  const exponent = Math.floor(Math.log10(middle)) - digits + 1;
  const below = Math.floor(Number(`${middle}e${-exponent}`) || middle / 10 ** exponent);
  return [below, below + 1].map((mantissa) => pointValueOf(`${mantissa}e${exponent}`));
}

/** @param ascending one or two numbers around the middle */
function nearestOf(ascending: readonly PointValue[], middle: number): PointValue {
  const [lower, upper = lower] = ascending as [PointValue, PointValue?];
  const isUpper = upper.value - middle <= middle - lower.value + TIE * middle;
  return isUpper ? upper : lower;
}
