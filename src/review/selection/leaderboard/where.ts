import { numberProblem } from '../../../shared/fields/value-rules.js';
import { type RankedField, fieldNamed } from './figure-names.js';
import type { RankedValue } from './value-order.js';

export const MAX_CONDITIONS = 10;

/** Maximum length of the text, in code points. */
export const MAX_WHERE_LENGTH = 500;

/** Longer operators come first, so that `<=` is not read as `<`. */
const OPERATORS = ['<=', '>=', '!=', '<', '>', '='] as const;
export type Operator = (typeof OPERATORS)[number];

export interface Condition {
  readonly field: RankedField;
  readonly operator: Operator;
  readonly value: RankedValue;
}

/** The first error in a text of conditions. */
export interface WhereError {
  /** Position of the error in code points, counted from 1. */
  readonly position: number;
  readonly message: string;
}

const NAME = /[A-Za-z0-9_.-]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- a JSON text contains no control characters
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /true|false|null/y;

/** Thrown at the first error. `place` is the index of the error in the text. */
class Unexpected extends Error {
  constructor(
    readonly place: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Parses conditions separated by commas, such as `parameters.fast<3,plNet>=-50`. Returns the first error if the text is
 * not such a list.
 */
export function parseWhere(text: string): readonly Condition[] | WhereError {
  try {
    return conditionsIn(text);
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    return { position: Array.from(text.slice(0, error.place)).length + 1, message: error.message };
  }
}

function conditionsIn(text: string): Condition[] {
  const conditions: Condition[] = [];
  for (let place = 0; ;) {
    if (conditions.length === MAX_CONDITIONS)
      throw new Unexpected(place, `more than ${MAX_CONDITIONS} conditions`);
    const name = matchAt(NAME, text, place)!;
    const field = fieldNamed(name);
    if (!field) throw new Unexpected(place, 'expected the name of a figure or parameters.NAME');
    place += name.length;
    const operator = OPERATORS.find((each) => text.startsWith(each, place));
    if (!operator) throw new Unexpected(place, `expected one of ${OPERATORS.join(' ')}`);
    place += operator.length;
    const written = valueAt(text, place);
    if (!isComparable(field, operator, written.value)) throw new Unexpected(place, 'expected a number');
    conditions.push({ field, operator, value: written.value });
    place += written.length;
    if (place === text.length) return conditions;
    if (text[place] !== ',') throw new Unexpected(place, 'expected a comma or the end');
    place += 1;
  }
}

/** Returns the value that begins at an index of the text, and the length of its text. */
function valueAt(text: string, place: number): { readonly value: RankedValue; readonly length: number } {
  const literal = matchAt(NUMBER, text, place) ?? matchAt(TEXT, text, place) ?? matchAt(WORD, text, place);
  if (literal === null)
    throw new Unexpected(place, 'expected a number, a text in double quotes, true, false or null');
  const value = JSON.parse(literal) as RankedValue;
  const problem = typeof value === 'number' ? numberProblem(value, {}) : undefined;
  if (problem) throw new Unexpected(place, `the number ${problem}`);
  return { value, length: literal.length };
}

/**
 * Returns whether the operator can be used with the value. `<` and similar operators need a number. A figure can be
 * compared only with a number or null.
 */
const isComparable = ({ kind }: RankedField, operator: Operator, value: RankedValue): boolean =>
  typeof value === 'number' ||
  ((operator === '=' || operator === '!=') && (kind === 'parameter' || value === null));

function matchAt(pattern: RegExp, text: string, place: number): string | null {
  pattern.lastIndex = place;
  return pattern.exec(text)?.[0] ?? null;
}
