import type { HeaderOf, PathOf } from './routes.js';

/**
 * - `key`: repeats are safe because the request carries an `Idempotency-Key`.
 * - `safe`: repeats are safe by themselves. Trades, for example, are recognized by their `clientId`.
 * - `once`: a repeat would do the same thing twice.
 */
type Repeat<Path extends PathOf<'post'>> =
  'Idempotency-Key' extends HeaderOf<'post', Path> ? 'key' : 'safe' | 'once';

/** The compiler requires a line for each `POST` of the OpenAPI document. */
const POSTS: { readonly [Path in PathOf<'post'>]: Repeat<Path> } = {
  '/candles/import': 'safe',
  '/imports/preview': 'safe',
  '/projects': 'key',
  '/projects/{id}/import': 'key',
  '/samples': 'safe',
  '/sessions': 'key',
  '/sessions/{id}/copy': 'key',
  '/sessions/{id}/draw': 'key',
  '/sessions/{id}/rewind': 'key',
  '/sessions/{id}/finish': 'safe',
  '/sessions/{id}/trades': 'safe',
  '/sessions/{id}/trades/import': 'safe',
  '/sessions/{id}/trades/preview': 'safe',
  '/keys': 'once',
  '/keys/{id}/rotate': 'once',
  '/keys/{id}/revoke': 'safe',
};

export const takesIdempotencyKey = (method: string, path: string): boolean =>
  method === 'post' && POSTS[path as PathOf<'post'>] === 'key';

/** Returns true if it is safe to send the request twice. */
export function isRepeatable(method: string, path: string, headers: Headers): boolean {
  if (method === 'get') return true;
  if (method === 'post') return (POSTS[path as PathOf<'post'>] ?? 'once') !== 'once';
  // With one of these headers, the request names an ETag. If the first attempt succeeds, the ETag changes, and the
  // service refuses the second attempt.
  return !headers.has('if-match') && !headers.has('if-none-match');
}

/** Unlike `crypto.randomUUID`, this also works in pages that are not loaded over HTTPS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
