import type { Request } from 'express';
import { Problem } from '../../shared/problems/problem.js';

const KEY = 'ApiKey header="x-api-key"';

/** Returns the 401 that asks for an API key, even if the service also accepts tokens. */
export const keyRequired = (): Problem =>
  new Problem('UNAUTHORIZED', 'A valid API key is required in the header x-api-key.', {
    headers: { 'WWW-Authenticate': KEY },
  });

/** Returns the 401 for a caller without a valid key or token. The response does not reveal the reason. */
export function unauthorized({ takesTokens, refusal, headers }: Request): Problem {
  if (!takesTokens) return keyRequired();
  const isToken = refusal !== undefined && headers['x-api-key'] === undefined;
  return new Problem(
    'UNAUTHORIZED',
    'A valid API key in the header x-api-key, or a valid bearer token in the header Authorization, is required.',
    { headers: { 'WWW-Authenticate': `${KEY}, Bearer${isToken ? ' error="invalid_token"' : ''}` } },
  );
}
