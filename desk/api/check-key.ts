import { notAccepted, problemOf, unreachable } from './problem.js';

/** Throws why the service refuses a key. */
export async function checkKey(secret: string): Promise<void> {
  const response = await askWith(secret, '/projects').catch(() => {
    throw unreachable();
  });
  if (response.status === 401) throw notAccepted();
  if (!response.ok) throw await problemOf(response);
  await response.body?.cancel();
}

/** Sends a request with a key that may not be the one in use. */
export const askWith = (secret: string, path: string): Promise<Response> =>
  fetch(`..${path}`, { headers: headersWith(secret), cache: 'no-store', redirect: 'error' });

/** A header holds no other characters than these; any other text is no key. */
const headersWith = (secret: string): HeadersInit =>
  /^[\x20-\x7e]*$/.test(secret) ? { 'x-api-key': secret } : { 'x-api-key': 'unreadable' };
