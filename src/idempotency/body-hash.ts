import { createHash } from 'node:crypto';

/**
 * Returns a hash that is equal for bodies with the same JSON, regardless of white space and the order of fields.
 * Defaults matter: a field that is left out and the same field with its default are different bodies.
 */
export function bodyHashOf(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(ordered(body ?? {})))
    .digest();
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { fields: fields.map(([name, field]) => [name, ordered(field)]) };
}
