import { RequestHandler } from 'express';
import helmet from 'helmet';

/** What of helmet means something to the JSON of an API; the other headers speak to browsers that show pages. */
const forData = helmet({
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
});

/** Whether plain HTTP is upgraded is for the gateway to say; here it would only break Swagger UI without TLS. */
const forPages = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });

/** @param pages where pages are served, e.g. `/docs` */
export function securityHeaders(pages: string): RequestHandler {
  return (request, response, next) =>
    (request.path.startsWith(pages) ? forPages : forData)(request, response, next);
}
