import {
  POWERS_OF_TEN,
  bigPowerOfTen,
  decimalOf,
  roundedBigRatio,
} from '../../../shared/decimal/exact-decimal.js';

/** Number of significant digits of a price. Further digits may be a rounding error of a double. */
const SIGNIFICANT_DIGITS = 12;

/**
 * Returns the number of decimals that a price has if it is rounded to 12 significant digits: 0.38830000000000003 has 4.
 */
export function decimalsOf(price: number): number {
  const { mantissa, scale } = decimalOf(price);
  if (typeof mantissa === 'number' && Math.abs(mantissa) < 10 ** SIGNIFICANT_DIGITS) return scale;
  return decimalOf(Number(price.toPrecision(SIGNIFICANT_DIGITS))).scale;
}

/** The largest number of decimals of the prices seen so far. */
export class MostDecimals {
  most = 0;

  add(price: number): void {
    // This check succeeds for nearly every price, and takes much less time than `decimalsOf`.
    const power = POWERS_OF_TEN[this.most] ?? NaN;
    if (Math.round(price * power) / power === price) return;
    this.most = Math.max(this.most, decimalsOf(price));
  }
}

/** Returns a price in units of 10^-decimals, rounded half away from zero based on its shortest decimal form. */
export function inTicks(price: number, decimals: number): number {
  // A shortcut for prices that are whole ticks. The comment at `decimalOf` explains why it is correct (bench row
  // `fills`).
  const power = POWERS_OF_TEN[decimals] ?? NaN;
  const ticks = Math.round(price * power);
  if (ticks / power === price && Math.abs(ticks) < 1e15) return ticks;
  const { mantissa, scale } = decimalOf(price);
  if (scale <= decimals) return Number(mantissa) * 10 ** (decimals - scale);
  return Number(roundedBigRatio(BigInt(mantissa), bigPowerOfTen(scale - decimals)));
}
