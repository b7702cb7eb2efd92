import { useMemo } from 'preact/hooks';

/**
 * Returns an id that is the same for all attempts to create a resource with these fields, so that a repeated request
 * does not create the resource twice.
 */
export function useAttempt(fields: object): string {
  return useMemo(newAttempt, [JSON.stringify(fields)]);
}

/** Returns a new random id. `crypto.randomUUID` is not used, because it is available only over https. */
export function newAttempt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
