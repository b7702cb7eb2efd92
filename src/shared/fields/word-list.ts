import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Field } from './fields.js';
import { GIVEN_TWICE, textProblem } from './value-rules.js';

function listProblem(value: unknown, words: readonly string[]): string | undefined {
  if (Array.isArray(value)) return `${GIVEN_TWICE}, with commas between the values`;
  const problem = textProblem(value, { min: 1, max: Infinity });
  if (problem) return problem;
  const named = wordsIn(value as string);
  if (!named.every((word) => words.includes(word)))
    return `must be one or more of ${words.join(', ')}, with commas between them`;
  const twice = named.find((word, place) => named.indexOf(word) < place);
  return twice === undefined ? undefined : `names the same value twice: ${twice}`;
}

/**
 * Different words of a fixed set in a query, separated by commas.
 * @param example a list for the OpenAPI document, because a comment cannot give a list of texts
 */
export const WordList = (words: readonly string[], example: readonly string[]) =>
  Field((value) => listProblem(value, words), {
    type: 'array',
    items: { type: 'string', enum: [...words] },
    minItems: 1,
    maxItems: words.length,
    uniqueItems: true,
    // Without `style` and `explode`, clients would repeat the parameter name for each value.
    style: 'form',
    explode: false,
    example: [...example],
  } as unknown as ApiPropertyOptions);

/** Returns the words of a valid list, in its order. */
export const wordsIn = (text: string): string[] => text.split(',');
