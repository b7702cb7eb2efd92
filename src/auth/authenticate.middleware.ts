import { NextFunction, Request, RequestHandler } from 'express';
import { Authenticator } from './authenticator.js';
import { Principal } from './principal.js';

/**
 * Finds out who asks, before anything of the body is read; the guard decides what follows from it. A failure to find
 * out is kept for the guard too, so that routes that need no key answer while the database is away.
 */
export function authenticate(authenticator: Authenticator): RequestHandler {
  return (request: Request, _response, next) => {
    const secret = request.headers['x-api-key'];
    if (typeof secret !== 'string' || secret === '') {
      next();
      return;
    }
    const found = authenticator.findPrincipal(secret);
    if (!(found instanceof Promise)) {
      request.principal = found ?? undefined;
      next();
      return;
    }
    return waitFor(found, request, next);
  };
}

async function waitFor(
  looked: Promise<Principal | null>,
  request: Request,
  next: NextFunction,
): Promise<void> {
  try {
    request.principal = (await looked) ?? undefined;
  } catch (error) {
    request.authenticationError = error;
  }
  next();
}
