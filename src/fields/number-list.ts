import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Field, type NumberBounds, numberProblem, textProblem, type Rule } from './fields.js';

const NUMBER = /^(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Parses a number that is not negative. Returns NaN for any other text. */
const numberIn = (text: string): number => (NUMBER.test(text) ? Number(text) : Number.NaN);

function listProblem(value: unknown, bounds: NumberBounds, most: number): string | undefined {
  if (Array.isArray(value)) return 'must be given once, with commas between the values';
  const problem = textProblem(value, { min: 1, max: Infinity });
  if (problem) return problem;
  const numbers = numbersIn(value as string);
  if (numbers.length > most) return `must not name more than ${most} values`;
  for (const [place, number] of numbers.entries()) {
    const wrong = numberProblem(number, bounds);
    if (wrong) return `must be numbers with commas between them; value ${place} ${wrong}`;
    if (numbers.indexOf(number) < place) return `names the same value twice: ${number}`;
  }
  return undefined;
}

/**
 * Numbers in a query, separated by commas.
 * @param most maximum number of values
 * @param rule a further rule for valid lists
 */
export const NumberList = (bounds: NumberBounds, most: number, rule: Rule = () => undefined) =>
  Field((value, object) => listProblem(value, bounds, most) ?? rule(value, object), {
    type: 'array',
    items: itemSchema(bounds),
    minItems: 1,
    maxItems: most,
    uniqueItems: true,
    // Without `style` and `explode`, clients would repeat the parameter name for each value.
    style: 'form',
    explode: false,
  } as unknown as ApiPropertyOptions);

const itemSchema = ({ minimum, maximum, above, integer }: NumberBounds) => ({
  type: integer ? 'integer' : 'number',
  ...(minimum !== undefined && { minimum }),
  ...(above !== undefined && { minimum: above, exclusiveMinimum: true }),
  ...(maximum !== undefined && { maximum }),
});

/** Returns the numbers of a valid list. */
export const numbersIn = (text: string): number[] => text.split(',').map(numberIn);

/** Returns the numbers of a valid list in ascending order. */
export const ascendingNumbersIn = (text: string): number[] => numbersIn(text).toSorted((a, b) => a - b);
