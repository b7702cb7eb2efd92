import { excerpt } from '../../text/excerpt.js';
import { MAX_AMOUNT, MIN_AMOUNT } from '../../market/amounts.js';
import { MAX_VOLUME } from '../store/plausible-bar.js';

const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const;

/** A decimal number without sign, exponent, blanks or separators. */
const PLAIN_DECIMAL = /^\d{1,30}(?:\.\d{1,30})?$/;

/** 17 digits are enough for the microseconds of the year 5138. */
const WHOLE_NUMBER = /^\d{1,17}$/;

/**
 * Larger numbers are microseconds. As milliseconds, this number is in the year 5138; as microseconds, it is in 1973.
 */
const MAX_MS = 1e14;

export function isTime(text: string): boolean {
  return WHOLE_NUMBER.test(text);
}

/** Returns a time in ms or µs as ms; NaN if it is not a whole number. */
export function timeOf(text: string): number {
  if (!isTime(text)) return NaN;
  const time = Number(text);
  return time > MAX_MS ? time / 1000 : time;
}

/** Parses a plain decimal number; NaN for any other text. */
export function parsePlainDecimal(text: string): number {
  return PLAIN_DECIMAL.test(text) ? Number(text) : NaN;
}

/** Returns the problem of a first row that does not begin with a time; undefined if the row is a header. */
export function checkHeader(fields: readonly string[]): string | undefined {
  const found = fields.slice(1, 6).map((name) => name.trim().toLowerCase());
  const isHeader = FIGURES.every((name, i) => found[i] === name);
  return isHeader
    ? undefined
    : `is neither a row nor a header of candles (ts,open,high,low,close,volume): ${excerpt(fields.slice(0, 6).join(','))}`;
}

/** Returns the problem of an implausible row, naming the wrong figure. */
export function wrongFigure(fields: readonly string[]): string {
  const figures = fields.slice(1, 6).map(parsePlainDecimal);
  const [open = NaN, high = NaN, low = NaN, close = NaN, volume = NaN] = figures;
  const unreadable = figures.findIndex(Number.isNaN);
  if (unreadable >= 0) {
    return `its ${FIGURES[unreadable]} ${excerpt(fields[unreadable + 1]!)} is not a plain decimal number`;
  }
  const zero = figures.slice(0, 4).findIndex((price) => price === 0);
  if (zero >= 0) return `its ${FIGURES[zero]} is 0, prices must be above 0`;
  const extreme = figures.slice(0, 4).findIndex((price) => price < MIN_AMOUNT || price > MAX_AMOUNT);
  if (extreme >= 0)
    return `its ${FIGURES[extreme]} ${figures[extreme]} is not between ${MIN_AMOUNT} and ${MAX_AMOUNT}`;
  if (volume > MAX_VOLUME) return `its volume ${volume} is above ${MAX_VOLUME}`;
  if (low > high) return `its low ${low} is above its high ${high}`;
  const outside = open < low || open > high ? `open ${open}` : `close ${close}`;
  return `its ${outside} is not between its low ${low} and its high ${high}`;
}
