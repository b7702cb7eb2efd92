import type { Request, RequestHandler } from 'express';
import type { Environment } from '../config/environment.js';
import { otherOrigin } from '../../shared/problems/other-origin.js';
import { listedOrigins } from './listed-origins.js';

const READS = new Set(['GET', 'HEAD']);

/**
 * Refuses writes that a browser sends for a page of another origin, if a gateway signs people in. The browser may add
 * the cookie of the gateway to such a request, and the gateway then adds the token of the person. In `Sec-Fetch-Site`,
 * current browsers state which page sends a request. Older browsers, and all browsers over plain HTTP, send only
 * `Origin`. Other programs send neither header.
 */
export function refuseOtherOrigins(environment: Environment): RequestHandler {
  if (!environment.isBehindSignIn) return (_request, _response, next) => next();
  const listed = new Set(listedOrigins(environment));
  return (request: Request, _response, next) => {
    if (READS.has(request.method) || isFromOwnPage(request, listed)) return next();
    request.refusal = 'another origin';
    throw otherOrigin();
  };
}

function isFromOwnPage(request: Request, listed: ReadonlySet<string>): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined || origin === ownOrigin(request) || listed.has(origin);
}

/** Returns the origin of the service as its clients see it; null if the request does not name the host. */
function ownOrigin({ protocol, host }: Request): string | null {
  const address = `${protocol}://${host}`;
  return URL.canParse(address) ? new URL(address).origin : null;
}
