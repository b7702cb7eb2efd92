import { useMemo } from 'preact/hooks';

/** Names the attempts to create one and the same thing, so that sending it again does not create it twice. */
export function useAttempt(fields: object): string {
  return useMemo(newAttempt, [JSON.stringify(fields)]);
}

/** `crypto.randomUUID` exists over https alone. */
function newAttempt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
