import { Request, RequestHandler } from 'express';
import { Authenticator } from './authenticator.js';

/**
 * Identifies the caller before any of the body is read; the guard decides what follows from it. A failure is kept
 * for the guard as well, so that routes without a key keep answering while the database is unavailable.
 */
export function authenticate(authenticator: Authenticator): RequestHandler {
  return async (request: Request, _response, next) => {
    const secret = request.headers['x-api-key'];
    if (typeof secret === 'string' && secret !== '') {
      try {
        request.principal = (await authenticator.findPrincipal(secret)) ?? undefined;
      } catch (error) {
        request.authenticationError = error;
      }
    }
    next();
  };
}
