import { createHash } from 'node:crypto';

/**
 * Equal for bodies that are the same JSON: neither white space nor the order of fields counts. Defaults do: a field that is
 * left out and the same field with its default are two bodies.
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
