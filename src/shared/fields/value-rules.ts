/**
 * Returns what is wrong with a value, as the part of a sentence after the field's name; undefined if the value is
 * valid.
 */
export type Rule = (value: unknown, object: Readonly<Record<string, unknown>>) => string | undefined;

/** Largest time: the last epoch millisecond of the year 9999. */
export const LAST_INSTANT = 253_402_300_799_999;

/** Bounds of a number. `minimum` and `maximum` are inclusive. */
export interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  /** Exclusive lower bound. */
  readonly above?: number;
  readonly integer?: boolean;
}

/**
 * Returns what is wrong with a number, which must be finite and within its bounds; undefined if it is valid. Text such
 * as `1e400` is parsed as Infinity, so Infinity counts as a number that is too large.
 */
export function numberProblem(value: unknown, bounds: NumberBounds): string | undefined {
  const { minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE, above, integer } = bounds;
  const isNumber = typeof value === 'number' && !Number.isNaN(value);
  const isOfKind = isNumber && (!integer || !Number.isFinite(value) || Number.isInteger(value));
  if (!isOfKind) return `must be ${integer ? 'an integer' : 'a number'}`;
  if (above !== undefined && value <= above) return `must be greater than ${above}`;
  if (value < minimum) return `must not be less than ${minimum}`;
  if (value > maximum) return `must not be greater than ${maximum}`;
  return undefined;
}

/** The problem of a query parameter that a request repeats. */
export const GIVEN_TWICE = 'must be given once';

export interface TextBounds {
  readonly min?: number;
  readonly max: number;
  /** True if white space at both ends is removed before the characters are counted. */
  readonly trimmed?: boolean;
}

/** Returns the number of code points, which people and JSON Schema count as characters. */
const countCharacters = (text: string): number => {
  let pairs = 0;
  for (let i = 1; i < text.length; i += 1) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) pairs += 1;
  return text.length - pairs;
};

/** Returns whether a text has more than `max` characters. The work is bounded by `max`. */
export const hasMoreCharacters = (text: string, max: number): boolean =>
  text.length > 2 * max || (text.length > max && countCharacters(text) > max);

/** Returns what is wrong with a text, which PostgreSQL must be able to store; undefined if it is valid. */
export function textProblem(value: unknown, { min = 0, max }: TextBounds): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (!value.isWellFormed() || value.includes('\0')) return 'must not contain NUL or an unpaired surrogate';
  if (hasMoreCharacters(value, max)) return `must not have more than ${max} characters`;
  if (value.length < 2 * min && countCharacters(value) < min)
    return min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
  return undefined;
}

export const SYMBOL_PATTERN = /^[A-Z0-9]+$/i;

/** Returns what is wrong with a symbol, which consists of digits and of letters in either case. */
export const symbolProblem: Rule = (value) =>
  textProblem(value, { min: 1, max: 32 }) ??
  (SYMBOL_PATTERN.test(value as string) ? undefined : 'must consist of letters A to Z and digits');
