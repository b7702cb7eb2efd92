import type { Request, RequestHandler } from 'express';
import { validationProblem } from '../common/problem.js';
import { IS_SCRAPE } from '../common/scrape-path.js';
import type { Authenticator } from './authenticator.js';
import { bearerTokenIn } from './tokens/bearer-token.js';
import type { TokenAuthenticator } from './tokens/token-authenticator.js';

/**
 * Identifies the caller before any of the body is read; the guard decides what follows from it. A failure is kept
 * for the guard as well, so that routes without a key keep answering while the database is unavailable.
 * @param tokens null if the service accepts API keys alone; the header Authorization then means nothing
 */
export function authenticate(keys: Authenticator, tokens: TokenAuthenticator | null): RequestHandler {
  return async (request: Request, _response, next) => {
    try {
      const token = tokens ? bearerTokenIn(request) : null;
      if (tokens) request.takesTokens = true;
      if (tokens && token !== null) await findByToken(request, tokens, token);
      else await findByKey(request, keys);
    } catch (error) {
      request.authenticationError = error;
    }
    next();
  };
}

async function findByKey(request: Request, keys: Authenticator): Promise<void> {
  const secret = request.headers['x-api-key'];
  if (secret === undefined) return;
  const find = (given: string) =>
    IS_SCRAPE.test(request.path) ? keys.findScraper(given) : keys.findPrincipal(given);
  const principal = typeof secret === 'string' && secret !== '' ? await find(secret) : null;
  if (principal) request.principal = principal;
  else request.refusal = 'key';
}

async function findByToken(request: Request, tokens: TokenAuthenticator, token: string): Promise<void> {
  if (request.headers['x-api-key'] !== undefined)
    throw validationProblem([{ field: 'authorization', message: 'must not be sent beside x-api-key' }]);
  const result = await tokens.find(token);
  if ('principal' in result) {
    request.principal = result.principal;
    return;
  }
  request.refusal = result.refusal;
  if (result.problem) request.authenticationError = result.problem;
}
