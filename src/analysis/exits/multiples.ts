import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Field, numberProblem, textProblem } from '../../fields/fields.js';

/** Maximum distance of a level from the entry, in multiples of the initial risk. */
export const MAX_MULTIPLE = 1_000;

const NUMBER = /^(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Parses a number. Returns NaN for any other text. */
const numberIn = (text: string): number => (NUMBER.test(text) ? Number(text) : Number.NaN);

function multiplesProblem(value: unknown, most: number): string | undefined {
  if (Array.isArray(value)) return 'must be given once, with commas between the values';
  const problem = textProblem(value, { min: 1, max: Infinity });
  if (problem) return problem;
  const multiples = multiplesIn(value as string);
  if (multiples.length > most) return `must not name more than ${most} values`;
  for (const [place, multiple] of multiples.entries()) {
    const wrong = numberProblem(multiple, { above: 0, maximum: MAX_MULTIPLE });
    if (wrong) return `must be numbers with commas between them; value ${place} ${wrong}`;
    if (multiples.indexOf(multiple) < place) return `names the same value twice: ${multiple}`;
  }
  return undefined;
}

/** Multiples of the initial risk in a query, separated by commas. */
export const Multiples = (most: number) =>
  Field((value) => multiplesProblem(value, most), {
    type: 'array',
    items: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: MAX_MULTIPLE },
    minItems: 1,
    maxItems: most,
    uniqueItems: true,
    // Without `style` and `explode`, clients would repeat the parameter name for each value.
    style: 'form',
    explode: false,
  } as unknown as ApiPropertyOptions);

export const multiplesIn = (text: string): number[] => text.split(',').map(numberIn);
