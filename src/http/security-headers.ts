import { RequestHandler } from 'express';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** The headers that matter for JSON; the other headers of helmet are for pages in a browser. */
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

/** Whether plain HTTP is upgraded is the gateway's decision; here it would break Swagger UI without TLS. */
const forPages = headersOf(
  helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }),
);

/** @param pages the path under which pages are served, e.g. `/docs` */
export function securityHeaders(pages: string): RequestHandler {
  return (request, response, next) => {
    const isPage = request.path === pages || request.path.startsWith(`${pages}/`);
    for (const [name, value] of isPage ? forPages : forData) {
      response.setHeader(name, value);
    }
    next();
  };
}

/**
 * The headers that helmet sets. They are the same for every request, so it is called once. Pays for the row "GET stats,
 * 304".
 */
function headersOf(setHeaders: ReturnType<typeof helmet>): readonly (readonly [string, string])[] {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  setHeaders(response.req, response, () => undefined);
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
