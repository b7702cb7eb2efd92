import { Field, textProblem } from './fields.js';

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

/**
 * A list of labels. Labels are checked without white space at either end, but only `trimmedTags` removes the white
 * space, because transforming large batches would take long.
 */
export const Tags = () =>
  Field(tagsProblem, {
    type: 'array',
    items: { type: 'string', minLength: TAG_BOUNDS.min, maxLength: TAG_BOUNDS.max, pattern: String.raw`\S` },
    maxItems: MAX_TAGS,
    uniqueItems: true,
  });

const NO_TAGS: readonly string[] = [];

/**
 * Returns the tags of a valid request in the form in which they are stored: in the order sent, without white space at
 * either end.
 */
export const trimmedTags = (tags = NO_TAGS): string[] => tags.map((tag) => tag.trim());
