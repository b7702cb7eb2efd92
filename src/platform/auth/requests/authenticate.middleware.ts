import type { RequestHandler } from 'express';
import type { Callers } from './callers.js';

/** Identifies the caller of every request. */
export function authenticate(callers: Callers): RequestHandler {
  return async (request, _response, next) => {
    await callers.identify(request);
    next();
  };
}
