const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const;

/** No sign, exponent, blank or separator; so many digits are beyond any price. */
const PLAIN_DECIMAL = /^\d{1,30}(?:\.\d{1,30})?$/;

/** Up to the microseconds of the year 5138. */
const WHOLE_NUMBER = /^\d{1,17}$/;

/** A number above this is in microseconds (as ms it would be the year 5138, as µs it is 1973). */
const LARGEST_MS = 1e14;

export function isTime(text: string): boolean {
  return WHOLE_NUMBER.test(text);
}

export function microseconds(text: string): boolean {
  return Number(text) > LARGEST_MS;
}

/** Milliseconds of a time in ms or µs; NaN when it is no whole number. */
export function timeOf(text: string): number {
  if (!isTime(text)) return NaN;
  return microseconds(text) ? Number(text) / 1000 : Number(text);
}

/** NaN when it is no plain decimal number. */
export function decimalOf(text: string): number {
  return PLAIN_DECIMAL.test(text) ? Number(text) : NaN;
}

/** What is wrong with a first row that has no time in front, undefined when it is a header. */
export function checkHeader(fields: readonly string[]): string | undefined {
  const found = fields.slice(1, 6).map((name) => name.trim().toLowerCase());
  const isHeader = FIGURES.every((name, i) => found[i] === name);
  return isHeader
    ? undefined
    : `is neither a row nor a header of candles (ts,open,high,low,close,volume): ${shown(fields.slice(0, 6).join(','))}`;
}

/** Which figure makes a row unsound; `fields` are those of a row that is. */
export function wrongFigure(fields: readonly string[]): string {
  const [open, high, low, close, volume] = fields.slice(1, 6).map(decimalOf) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const figures = [open, high, low, close, volume];
  const unreadable = figures.findIndex(Number.isNaN);
  if (unreadable >= 0) {
    return `its ${FIGURES[unreadable]} ${shown(fields[unreadable + 1]!)} is no plain decimal number`;
  }
  const zero = figures.slice(0, 4).findIndex((price) => price === 0);
  if (zero >= 0) return `its ${FIGURES[zero]} is 0, prices must be above 0`;
  if (low > high) return `its low ${low} is above its high ${high}`;
  const outside = open < low || open > high ? `open ${open}` : `close ${close}`;
  return `its ${outside} is not between its low ${low} and its high ${high}`;
}

/** A piece of a file for a message: short, and without characters that could upset a terminal. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
