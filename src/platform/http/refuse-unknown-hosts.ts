import type { RequestHandler } from 'express';
import type { Environment } from '../config/environment.js';
import { knowsHost } from '../config/known-hosts.js';
import { Problem } from '../../shared/problems/problem.js';

/** Refuses requests to a host that the service does not know, so that no page of another host can read a response. */
export function refuseUnknownHosts(environment: Environment): RequestHandler {
  const knows = knowsHost(environment);
  return (request, _response, next) => {
    if (!knows(request.headers.host))
      throw new Problem(
        'UNKNOWN_HOST',
        'The header Host names neither this machine nor an address in the settings. If people use this address, set PUBLIC_URL to it.',
      );
    next();
  };
}
