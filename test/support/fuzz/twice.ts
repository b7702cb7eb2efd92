import { isDeepStrictEqual } from 'node:util';
import type { Reply } from './client.js';
import type { Resolved, Sent } from './resolve.js';

const CREATES = new Set(['post /projects', 'post /sessions', 'post /sessions/{id}/copy']);

/** Returns whether a request creates a resource, so that it can be sent twice at once with one Idempotency-Key. */
export const isCreation = ({ plan, variation }: Resolved): boolean =>
  plan.kind === 'asked' && variation === null && CREATES.has(plan.route);

/** Returns the request with an Idempotency-Key. */
export const keyed = (sent: Sent, key: string): Sent => ({
  ...sent,
  headers: [...sent.headers, ['idempotency-key', key]],
});

/**
 * Returns the flaws of the responses to three requests with one key: a request that has created a resource, its
 * duplicate, and a different request.
 */
export function twinFlaws(one: Reply, twin: Reply, other: Reply): string[] {
  if (twin.status !== 201) return [`the twins were answered ${one.status} and ${twin.status}`];
  const replays = [one, twin].filter(({ headers }) => headers['idempotent-replayed'] === 'true').length;
  return [
    ...(isDeepStrictEqual(parsed(one), parsed(twin)) ? [] : ['the twins were answered differently']),
    ...(replays === 1 ? [] : [`${replays} of the twins are replayed answers`]),
    ...(other.status === 422 ? [] : [`another request with their key: ${other.status}`]),
  ];
}

const parsed = ({ body }: Reply): unknown => JSON.parse(body.toString());

/** Returns a different request with the same key, which must create nothing. */
export const another = ({ headers, ...sent }: Sent): Sent => {
  const text = '{"name":"another","symbol":"OTHER","timeframe":"1d"}';
  const body = Buffer.from(text);
  const own = headers.filter(([name]) => name !== 'content-length' && name !== 'content-type');
  return {
    ...sent,
    path: '/projects',
    headers: [...own, ['content-type', 'application/json'], ['content-length', String(body.length)]],
    body,
    text,
  };
};
