import { createHash } from 'node:crypto';

/**
 * Returns a hash that is equal for bodies with the same JSON. White space and the order of fields do not change the
 * hash. Defaults change the hash: a body without a field differs from a body with the field's default.
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
