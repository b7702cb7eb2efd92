export { accountDecimals } from '../../src/shared/figures/account-decimals.js';

/** The text for an undefined value. */
export const UNDEFINED = '–';

const MINUS = '\u2212';
/** Keeps a number and its unit on one line. */
const NO_BREAK = '\u00a0';

export type Value = number | null | undefined;

const isDefined = (value: Value): value is number => typeof value === 'number' && Number.isFinite(value);

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(fewest: number, most: number): Intl.NumberFormat {
  const key = `${fewest} ${most}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { minimumFractionDigits: fewest, maximumFractionDigits: most });
    formats.set(key, format);
  }
  return format;
}

/** Returns the digits of a number without its sign. */
function digits(value: number, fewest: number, most: number): string {
  return formatOf(fewest, most).format(Math.abs(value));
}

function withSign(value: Value, write: (value: number) => string, positive: string): string {
  if (!isDefined(value)) return UNDEFINED;
  const text = write(value);
  // A number that is shown as zero has no sign.
  if (!/[1-9]/.test(text)) return text;
  if (value < 0) return MINUS + text;
  return positive + text;
}

/** Formats a number: 1,204.50. A negative number begins with a minus sign (U+2212). */
export const number = (value: Value, decimals = 2): string =>
  withSign(value, (value) => digits(value, decimals, decimals), '');

/** Formats a number like `number`, with + before a positive number. Results always show their sign. */
export const signed = (value: Value, decimals = 2): string =>
  withSign(value, (value) => digits(value, decimals, decimals), '+');

/** Results below this size are rounding errors of sums, because the service keeps 8 decimals. */
const SMALLEST_AMOUNT = 5e-9;

const MOST_DECIMALS = 8;

/**
 * Returns the maximum number of decimals of amounts of an account: as many as four significant digits of 0.01 % of its
 * initial balance have, at least 2. For 10,000, this is 1.000.
 */
export function amountDecimals(initialBalance: number): number {
  if (!(initialBalance > 0)) return 2;
  return Math.min(MOST_DECIMALS, Math.max(2, 7 - Math.floor(Math.log10(initialBalance))));
}

/**
 * Returns the number of decimals with which all these amounts are written, as in the column of a table: as many as give
 * each of them four significant digits, from 2 to `most`. It is 2 if they are whole cents, and more than `most` if an
 * amount would be shown as zero.
 */
export const columnDecimals = (amounts: readonly Value[], most: number): number =>
  amounts.reduce((decimals: number, value) => Math.max(decimals, amountPlaces(value, most)), 2);

function amountPlaces(value: Value, most: number): number {
  const size = Math.abs(value ?? 0);
  if (!isDefined(value) || size < SMALLEST_AMOUNT) return 2;
  const leading = Math.floor(Math.log10(size));
  const decimals = Math.min(most, Math.max(2, 3 - leading));
  const written = Number(size.toFixed(decimals));
  if (written === 0) return Math.min(MOST_DECIMALS, -leading);
  return written === Number(size.toFixed(2)) ? 2 : decimals;
}

/** Formats an amount of an account with the decimals that it needs. */
export const amount = (value: Value, most: number): string => number(value, columnDecimals([value], most));

/** Formats a result like `amount`, with + before a positive result. */
export const signedAmount = (value: Value, most: number): string =>
  signed(value, columnDecimals([value], most));

/** Returns the number of decimals for places with little space: 0 for values of a million and more. */
const briefly = (value: Value, decimals: number): number => (Math.abs(value ?? 0) < 1e6 ? decimals : 0);

export const numberBriefly = (value: Value, decimals: number): string =>
  number(value, briefly(value, decimals));

export const signedBriefly = (value: Value, decimals: number): string =>
  signed(value, briefly(value, decimals));

export const count = (value: Value): string => number(value, 0);

/** Formats a price with as many decimals as it has, at most 8. */
export const price = (value: Value): string => withSign(value, (value) => digits(value, 0, 8), '');

const unit = (text: string, symbol: string): string =>
  text === UNDEFINED ? text : `${text}${NO_BREAK}${symbol}`;

/** Returns a fall as a negative number. The service responds with depths, which are positive. */
export const negative = (depth: Value): Value => (depth ? -depth : depth);

/** Formats a percentage: 12.5 for 12.5 %. */
export const percent = (value: Value, decimals = 2): string => unit(number(value, decimals), '%');

export const signedPercent = (value: Value, decimals = 2): string => unit(signed(value, decimals), '%');

/** Formats a share between 0 and 1 in percent. */
export const share = (value: Value, decimals = 1): string =>
  percent(isDefined(value) ? value * 100 : null, decimals);

/** Formats a multiple of the initial risk. */
export const multipleOfRisk = (value: Value, decimals = 2): string => unit(signed(value, decimals), 'R');

/** Formats a large or small number. Round numbers become short enough for an axis: 1.2M, 100.05k, 9,999.5, 0.004. */
export const short = (value: Value, decimals = 8): string =>
  withSign(value, (value) => shortDigits(Math.abs(value), decimals), '');

function shortDigits(size: number, decimals: number): string {
  if (size >= 1e9) return `${digits(size / 1e9, 0, decimals)}B`;
  if (size >= 1e6) return `${digits(size / 1e6, 0, decimals)}M`;
  if (size >= 1e5) return `${digits(size / 1e3, 0, decimals)}k`;
  return digits(size, 0, decimals);
}

/** Formats a percentage for an axis, with only as many decimals as it has. */
export const shortPercent = (value: Value): string => unit(short(value), '%');

/** Returns `up` for results above zero and `down` for results below zero. */
export function tone(value: Value): 'up' | 'down' | 'flat' {
  if (!isDefined(value) || Math.abs(value) < SMALLEST_AMOUNT) return 'flat';
  return value > 0 ? 'up' : 'down';
}

/** Returns the tone of a written value. A value that is written as zero is neither good nor bad. */
export const toneOfText = (text: string, value: Value): 'up' | 'down' | 'flat' =>
  /[1-9]/.test(text) ? tone(value) : 'flat';

const DURATION_UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** Formats a duration in its two largest units: 3 d 4 h, 45 min, 12 s, 250 ms. */
export function duration(milliseconds: Value): string {
  if (!isDefined(milliseconds)) return UNDEFINED;
  const length = Math.abs(milliseconds);
  const first = DURATION_UNITS.findIndex(([, size]) => length >= size);
  if (first < 0) return `${Math.round(length)}${NO_BREAK}ms`;
  const [largest, smaller] = [DURATION_UNITS[first]!, DURATION_UNITS[first + 1]];
  const smallest = smaller ?? largest;
  const rounded = Math.round(length / smallest[1]) * smallest[1];
  // Rounding up can fill the next larger unit: 59 min 59.9 s is shown as 1 h.
  if (first > 0 && rounded >= DURATION_UNITS[first - 1]![1]) return duration(rounded);
  const whole = Math.floor(rounded / largest[1]);
  const rest = smaller ? Math.round((rounded - whole * largest[1]) / smaller[1]) : 0;
  const parts = [`${whole}${NO_BREAK}${largest[0]}`];
  if (smaller && rest > 0) parts.push(`${rest}${NO_BREAK}${smaller[0]}`);
  return parts.join(' ');
}

/** Returns "1 trade" or "8 trades". */
export const plural = (many: number, one: string, more = `${one}s`): string =>
  `${count(many)} ${many === 1 ? one : more}`;

/** Returns "n 8", or "n 10,000, first 5,000 drawn" for a chart that shows only some of the trades. */
export const sample = (n: number, drawn: number): string =>
  `n ${count(n)}${drawn < n ? `, first ${count(drawn)} drawn` : ''}`;
