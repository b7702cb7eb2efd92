import { useMemo } from 'preact/hooks';

/**
 * Returns an id for all attempts to create the same thing, so that sending the request again does not create the thing
 * twice.
 */
export function useAttempt(fields: object): string {
  return useMemo(newAttempt, [JSON.stringify(fields)]);
}

/** `crypto.randomUUID` is available only over https. */
function newAttempt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
