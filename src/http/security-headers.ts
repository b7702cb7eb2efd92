import { RequestHandler } from 'express';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { isUnder } from './is-under.js';

/** What of helmet means something to the JSON of an API; the other headers speak to browsers that show pages. */
const forData = headersOf(
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

/** Whether plain HTTP is upgraded is for the gateway to say; here it would only break Swagger UI without TLS. */
const forPages = headersOf(
  helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }),
);

/** @param pages where pages are served, e.g. `/docs` */
export function securityHeaders(pages: string): RequestHandler {
  return (request, response, next) => {
    for (const [name, value] of isUnder(request.path, pages) ? forPages : forData) {
      response.setHeader(name, value);
    }
    next();
  };
}

/** What helmet sets, which is the same for every request: it is asked once. */
function headersOf(setHeaders: ReturnType<typeof helmet>): readonly (readonly [string, string])[] {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  setHeaders(response.req, response, () => undefined);
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
