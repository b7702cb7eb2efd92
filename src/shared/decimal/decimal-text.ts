import type { ExactDecimal } from './exact-decimal.js';

/** Returns the exact decimal as text without superfluous zeros, such as `-0.05`. */
export function decimalText({ mantissa, scale }: ExactDecimal): string {
  const whole = BigInt(mantissa);
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  const places = digits.length - scale;
  const fraction = digits.slice(places).replace(/(?<!0)0+$/, '');
  return `${whole < 0n ? '-' : ''}${digits.slice(0, places)}${fraction && `.${fraction}`}`;
}
