import { NextFunction, Request, Response } from 'express';
import { KeysService } from './keys.service.js';

/**
 * Finds out who asks, before anything of the body is read; the guard decides what follows from it. A failure to find
 * out is kept for the guard too, so that routes that need no key answer while the database is away.
 */
export function authenticate(keys: KeysService) {
  return async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    const secret = request.headers['x-api-key'];
    if (typeof secret === 'string' && secret !== '') {
      try {
        request.principal = (await keys.findPrincipal(secret)) ?? undefined;
      } catch (error) {
        request.authenticationError = error;
      }
    }
    next();
  };
}
