import { useMemo } from 'preact/hooks';

/**
 * Returns an id for all attempts to create the same resource, so that a repeated request does not create the resource
 * twice.
 */
export function useAttempt(fields: object): string {
  return useMemo(newAttempt, [JSON.stringify(fields)]);
}

/** Returns a new id. `crypto.randomUUID` is available only over https. */
export function newAttempt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
