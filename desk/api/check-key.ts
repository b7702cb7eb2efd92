import { notAccepted, problemOf, unreachable } from './problem.js';

/** Throws an error with the reason if the service refuses a key. */
export async function checkKey(secret: string): Promise<void> {
  const response = await askWith(secret, '/projects').catch(() => {
    throw unreachable();
  });
  if (response.status === 401) throw notAccepted();
  if (!response.ok) throw await problemOf(response);
  await response.body?.cancel();
}

/** Sends a request with a key that may differ from the key in use. */
export const askWith = (secret: string, path: string): Promise<Response> =>
  fetch(`..${path}`, { headers: headersWith(secret), cache: 'no-store', redirect: 'error' });

/**
 * Returns the header with the key. A key contains only the characters from space to `~`. Any other text cannot be a
 * key, and a header may be unable to contain it, so a placeholder is sent instead.
 */
const headersWith = (secret: string): HeadersInit =>
  /^[\x20-\x7e]*$/.test(secret) ? { 'x-api-key': secret } : { 'x-api-key': 'unreadable' };
