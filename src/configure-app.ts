import { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'pino';
import { authenticate } from './platform/auth/requests/authenticate.middleware.js';
import { shareConnections } from './platform/auth/share-connections.js';
import { Callers } from './platform/auth/requests/callers.js';
import { JsonBody } from './platform/http/json-body.guard.js';
import { ProblemFilter } from './platform/http/problem.filter.js';
import { QueryGuard } from './platform/http/query.guard.js';
import { RequestPipe } from './platform/http/request.pipe.js';
import { Environment } from './platform/config/environment.js';
import { DESK_PATH } from './platform/config/desk-path.js';
import { checkHeaders } from './platform/http/check-headers.js';
import { compressAnswers } from './platform/http/compress-answers.js';
import { limitConnections, oneAtATime } from './platform/http/connection-limits.js';
import { crossOrigin } from './platform/http/cors.js';
import { observeRequests, warnOfUnknownProxy } from './platform/http/observe-requests.js';
import { refuseOtherOrigins } from './platform/http/refuse-other-origins.js';
import { refuseUnknownHosts } from './platform/http/refuse-unknown-hosts.js';
import { PeoplePage } from './platform/http/people-page.js';
import { redirectRoot } from './platform/http/redirect-root.js';
import { securityHeaders } from './platform/http/security-headers.js';
import { keyLimit, refusedKeyLimit } from './platform/limits/rate-limits.js';
import { RedisConnection } from './platform/limits/redis-connection.js';
import { RequestQuotas } from './platform/limits/request-quotas.js';
import { Metrics } from './platform/metrics/metrics.js';
import { DOCS_PATH, serveOpenApi } from './swagger-ui.js';
import { peoplePages } from './people-pages.js';
import { rulesOfSettings } from './trades/rules-of-settings.js';

/**
 * Sets up everything that applies to all HTTP requests, in the order in which a request passes through it. The service
 * and its tests use this function.
 */
export function configureApp(app: NestExpressApplication, environment: Environment, logger: Logger): void {
  const { BASE_PATH, BODY_LIMIT, TRUST_PROXY } = environment;
  limitConnections(app.getHttpServer(), logger);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  if (TRUST_PROXY) app.set('trust proxy', /^\d+$/.test(TRUST_PROXY) ? Number(TRUST_PROXY) : TRUST_PROXY);
  else app.use(warnOfUnknownProxy(logger));
  if (BASE_PATH) app.setGlobalPrefix(BASE_PATH);
  const { client: redis } = app.get(RedisConnection);
  const page = app.get(PeoplePage);
  const { desk, docs } = peoplePages(environment, page);
  app.use(
    oneAtATime,
    observeRequests(logger, app.get(Metrics)),
    securityHeaders({ docs: `${BASE_PATH}${DOCS_PATH}`, desk: `${BASE_PATH}${DESK_PATH}` }),
    crossOrigin(environment),
    checkHeaders,
    refuseUnknownHosts(environment),
    refuseOtherOrigins(environment),
    compressAnswers(environment),
    redirectRoot(BASE_PATH, desk ?? docs),
    page.handler,
    authenticate(app.get(Callers)),
    refusedKeyLimit(environment, redis),
    keyLimit(environment, redis),
    app.get(RequestQuotas).handler,
    shareConnections,
  );
  // Guards, the pipe and the filter are not providers: guards run in the order of their registration, and the body must be
  // read after the key is checked. The filter writes to the logger with which the program was started.
  app.useGlobalGuards(new JsonBody(BODY_LIMIT, app.get(Callers)), new QueryGuard());
  app.useGlobalPipes(new RequestPipe(rulesOfSettings(environment)));
  app.useGlobalFilters(new ProblemFilter(logger));
  serveOpenApi(app, environment);
}
