import { isDeepStrictEqual } from 'node:util';

/**
 * Returns the fields of an edit that differ from the stored fields; null if no field differs. A field that was not sent
 * is undefined.
 */
export function changedFields<Stored extends object>(
  stored: Stored,
  edit: { readonly [Field in keyof Stored]?: Stored[Field] | undefined },
): Partial<Stored> | null {
  const changes: Partial<Stored> = {};
  for (const field of Object.keys(edit) as (keyof Stored)[]) {
    const value = edit[field];
    if (value !== undefined && !isDeepStrictEqual(value, stored[field])) changes[field] = value;
  }
  return Object.keys(changes).length === 0 ? null : changes;
}
