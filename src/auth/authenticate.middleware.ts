import { NextFunction, Request, Response } from 'express';
import { Authenticator } from './authenticator.js';

/**
 * Finds out who asks, before anything of the body is read; the guard decides what follows from it. A failure to find
 * out is kept for the guard too, so that routes that need no key answer while the database is away.
 */
export function authenticate(authenticator: Authenticator) {
  return async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
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
