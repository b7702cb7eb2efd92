import { decimalOf } from '../../../shared/decimal/exact-decimal.js';

/** Formats a number in its shortest decimal form, without an exponent and with a typographic minus sign. */
export function plainNumber(value: number): string {
  const { mantissa, scale } = decimalOf(Math.abs(value));
  const digits = String(mantissa).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return value < 0 ? `−${text}` : text;
}
