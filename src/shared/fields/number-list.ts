import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Field } from './fields.js';
import { GIVEN_TWICE, type NumberBounds, type Rule, numberProblem, textProblem } from './value-rules.js';

const NUMBER = /^(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Parses a number that is not negative. Returns NaN for any other text. */
const numberIn = (text: string): number => (NUMBER.test(text) ? Number(text) : Number.NaN);

export interface NumberListRule {
  /** Maximum number of values. */
  readonly most: number;
  readonly bounds: NumberBounds;
  /** Maximum number of decimals of a value; any number if undefined. */
  readonly decimals?: number;
}

function listProblem(value: unknown, { most, bounds, decimals }: NumberListRule): string | undefined {
  if (Array.isArray(value)) return `${GIVEN_TWICE}, with commas between the values`;
  const problem = textProblem(value, { min: 1, max: Infinity });
  if (problem) return problem;
  const numbers = numbersIn(value as string);
  if (numbers.length > most) return `must not name more than ${most} values`;
  for (const [place, number] of numbers.entries()) {
    const wrong = numberProblem(number, bounds) ?? decimalsProblem(number, decimals);
    if (wrong) return `must be numbers with commas between them; value ${place} ${wrong}`;
    if (numbers.indexOf(number) < place) return `names the same value twice: ${number}`;
  }
  return undefined;
}

const decimalsProblem = (number: number, decimals: number | undefined): string | undefined =>
  decimals === undefined || Number(number.toFixed(decimals)) === number
    ? undefined
    : `must not have more than ${decimals} decimals`;

/**
 * Different numbers in a query, separated by commas.
 * @param further a further rule for valid lists
 */
export const NumberList = (rule: NumberListRule, further: Rule = () => undefined) =>
  Field((value, object) => listProblem(value, rule) ?? further(value, object), {
    ...listSchema(rule),
    ...COMMA_SEPARATED,
  } as unknown as ApiPropertyOptions);

/** Without `style` and `explode`, clients would repeat the parameter name for each value. */
const COMMA_SEPARATED = { style: 'form', explode: false };

const listSchema = ({ bounds, most }: NumberListRule) => ({
  type: 'array',
  items: itemSchema(bounds),
  minItems: 1,
  maxItems: most,
  uniqueItems: true,
});

const itemSchema = ({ minimum, maximum, above, integer }: NumberBounds) => ({
  type: integer ? 'integer' : 'number',
  ...(minimum !== undefined && { minimum }),
  ...(above !== undefined && { minimum: above, exclusiveMinimum: true }),
  ...(maximum !== undefined && { maximum }),
});

/** Like `NumberList`, or a word that stands alone. */
export const NumberListOrWord = (word: string, rule: NumberListRule) =>
  Field(
    (value) => {
      const problem = value === word ? undefined : listProblem(value, rule);
      return problem && `must be ${word}, or a list of numbers: ${problem}`;
    },
    {
      oneOf: [{ type: 'string', enum: [word] }, listSchema(rule)],
      ...COMMA_SEPARATED,
    },
  );

/** Returns the numbers of a valid list, in its order. */
export const numbersIn = (text: string): number[] => text.split(',').map(numberIn);

/** Returns the numbers of a valid list in ascending order. */
export const ascendingNumbersIn = (text: string): number[] => numbersIn(text).toSorted((a, b) => a - b);
