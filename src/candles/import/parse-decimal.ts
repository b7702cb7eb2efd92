/** A decimal number without sign, exponent, blanks or separators. */
const PLAIN_DECIMAL = /^\d{1,30}(?:\.\d{1,30})?$/;

/** A number as JavaScript and Python print it. */
const DECIMAL = /^\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?$/i;

/** Parses a plain decimal number; NaN for any other text. */
export const parsePlainDecimal = (text: string): number => (PLAIN_DECIMAL.test(text) ? Number(text) : NaN);

/** Parses a decimal number that may have an exponent; NaN for any other text. */
export const parseDecimal = (text: string): number => (DECIMAL.test(text) ? Number(text) : NaN);
