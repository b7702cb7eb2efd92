import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { principalOf } from '../auth/requests/api-key.guard.js';
import { Problem, nothingAt } from '../../shared/problems/problem.js';

/**
 * Responses to requests without a route. A caller without a valid key gets a 401 for any path and method, so that it
 * cannot find out which routes exist.
 */

/** 404 for an unknown path. */
export const refusePath: RequestHandler = (request: Request) => {
  principalOf(request);
  throw nothingAt(request.path);
};

/** 404 for a path with a broken percent escape. Express reports such a path as an error. */
export const refuseBrokenPath: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (error instanceof URIError) return refusePath(request, response, next);
  next(error);
};

/** 405 for a method that a known path does not support. */
export function refuseMethod(methods: readonly string[]): RequestHandler {
  const allowed = methods.toSorted().join(', ');
  return (request: Request) => {
    principalOf(request);
    throw new Problem('METHOD_NOT_ALLOWED', `${request.method} is not allowed here. Allowed: ${allowed}.`, {
      headers: { Allow: allowed },
    });
  };
}
