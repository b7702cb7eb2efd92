import { RequestHandler } from 'express';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { KEEP_PRIVATE } from './keep-private.js';

type Headers = readonly (readonly [name: string, value: string])[];

/** The headers that matter for JSON. The other headers of helmet are for pages in a browser. */
export const HEADERS_OF_DATA = headersOf(
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
);

/**
 * Headers for pages. The gateway decides whether plain HTTP is upgraded. An upgrade header of this service would break
 * Swagger UI without TLS.
 */
const forPages = headersOf(
  helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }),
);

/** Headers for the review desk, which loads only files of this service and creates no script or style from text. */
const forDesk = headersOf(
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
  }),
);

/** @param paths paths of Swagger UI and the review desk, such as `/docs` and `/desk` */
export function securityHeaders(paths: { readonly docs: string; readonly desk: string }): RequestHandler {
  const isUnder = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`);
  return ({ path }, response, next) => {
    const headers = isUnder(path, paths.docs)
      ? forPages
      : isUnder(path, paths.desk)
        ? forDesk
        : HEADERS_OF_DATA;
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/**
 * Returns the headers that helmet sets, and the header for caches. They are the same for every request, so helmet is
 * called once. Benchmark: "GET stats, 304".
 */
function headersOf(setHeaders: ReturnType<typeof helmet>): Headers {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  setHeaders(response.req, response, () => undefined);
  response.setHeader('Cache-Control', KEEP_PRIVATE);
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
