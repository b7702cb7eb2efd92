import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Field } from './fields.js';
import { GIVEN_TWICE, textProblem } from './value-rules.js';

const MAX_TAGS = 20;
/** Bounds of the number of characters of a tag. */
export const TAG_BOUNDS = { min: 1, max: 40 };

function tagsProblem(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be an array';
  if (value.length > MAX_TAGS) return `must contain 0 to ${MAX_TAGS} elements, not ${value.length}`;
  const places = new Map<unknown, number>();
  for (const [place, element] of value.entries()) {
    const tag: unknown = typeof element === 'string' ? element.trim() : element;
    const problem = textProblem(tag, TAG_BOUNDS);
    if (problem) return `has a wrong element ${place}: it ${problem}`;
    const first = places.get(tag);
    if (first !== undefined) return `has the same tag twice: element ${place} repeats element ${first}`;
    places.set(tag, place);
  }
  return undefined;
}

const TAGS_SCHEMA = {
  type: 'array',
  items: { type: 'string', minLength: TAG_BOUNDS.min, maxLength: TAG_BOUNDS.max, pattern: String.raw`\S` },
  maxItems: MAX_TAGS,
  uniqueItems: true,
} as const;

/**
 * A list of labels. The check ignores white space at either end of a label. Only `trimmedTags` removes this white
 * space, because transforming large batches would take long.
 */
export const Tags = () => Field(tagsProblem, TAGS_SCHEMA);

/** Tags in a query, with commas between them. */
export const TagList = () =>
  Field(
    (value) =>
      Array.isArray(value)
        ? `${GIVEN_TWICE}, with commas between the tags`
        : tagsProblem(tagsIn(value as string)),
    {
      ...TAGS_SCHEMA,
      // Without these settings of the parameter, clients would repeat its name for each tag.
      style: 'form',
      explode: false,
    } as ApiPropertyOptions,
  );

export const tagsIn = (text: string): string[] => text.split(',');

const NO_TAGS: readonly string[] = [];

/**
 * Returns the tags of a valid request in the form in which they are stored: in the order sent, without white space at
 * either end.
 */
export const trimmedTags = (tags = NO_TAGS): string[] => tags.map((tag) => tag.trim());
