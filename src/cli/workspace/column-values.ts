import { SIDES } from '../../shared/market/sides.js';
import { FEEDS } from '../../shared/market/feeds.js';
import { isId } from '../../shared/fields/ids.js';
import { LAST_INSTANT, numberProblem, symbolProblem, textProblem } from '../../shared/fields/value-rules.js';

/**
 * Returns the problem of a column's value, as the rest of a sentence that begins with the column's name. Returns
 * undefined if there is no problem.
 */
export type ColumnRule = (value: unknown) => string | undefined;

export const orNull =
  (rule: ColumnRule): ColumnRule =>
  (value) =>
    value === null ? undefined : rule(value);

export const wholeRule =
  (minimum: number, maximum: number): ColumnRule =>
  (value) =>
    numberProblem(value, { integer: true, minimum, maximum });

export const id: ColumnRule = (value) =>
  typeof value === 'string' && isId(value) ? undefined : 'must be a UUID';
export const instant = wholeRule(1, LAST_INSTANT);
/** A revision. The maximum is far below the largest exact integer of a double, because revisions increase from here. */
export const revision = wholeRule(0, 2 ** 52);

/** A SHA-256 hash, in the database's text form of bytes. */
export const hash: ColumnRule = (value) =>
  typeof value === 'string' && /^\\x[0-9a-f]{64}$/.test(value) ? undefined : 'must be 32 bytes';

export const countRule = wholeRule(0, 2 ** 31 - 1);
export const finite: ColumnRule = (value) => numberProblem(value, {});

export const text =
  (min: number, max: number): ColumnRule =>
  (value) =>
    textProblem(value, { min, max });

export const oneOf =
  (words: readonly string[]): ColumnRule =>
  (value) =>
    words.some((word) => word === value) ? undefined : `must be one of ${words.join(', ')}`;

export const side = oneOf(SIDES);
export const feed = oneOf(FEEDS);
/** A symbol as it is stored, in upper case. */
export const storedSymbol: ColumnRule = (value) =>
  symbolProblem(value, {}) ?? (value === String(value).toUpperCase() ? undefined : 'must be in upper case');

/** Sets of spans of time, as the database writes them. */
export const spanSet: ColumnRule = (value) =>
  typeof value === 'string' && /^\{(\[\d{1,15},\d{1,15}\)(,\[\d{1,15},\d{1,15}\))*)?\}$/.test(value)
    ? undefined
    : 'must be a set of spans such as {[1,5),[7,9)}';

/** Accepts any value of a column that is computed again from other rows. */
export const derived: ColumnRule = () => undefined;
