import { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'pino';
import { authenticate } from './auth/requests/authenticate.middleware.js';
import { shareConnections } from './auth/share-connections.js';
import { Callers } from './auth/requests/callers.js';
import { JsonBody } from './http/json-body.guard.js';
import { type PlainCheck, plainCheck } from './http/plain-check.js';
import { PreviewTradesDto } from './trade-files/routes/preview.dto.js';
import { ProblemFilter } from './http/problem.filter.js';
import { QueryGuard } from './http/query.guard.js';
import { RequestPipe } from './http/request.pipe.js';
import { Environment } from './config/environment.js';
import { DESK_PATH } from './config/desk-path.js';
import { serveDesk } from './desk/serve-desk.js';
import { checkHeaders } from './http/check-headers.js';
import { compressAnswers } from './http/compress-answers.js';
import { limitConnections, oneAtATime } from './http/connection-limits.js';
import { crossOrigin } from './http/cors.js';
import { observeRequests, warnOfUnknownProxy } from './http/observe-requests.js';
import { refuseOtherOrigins } from './http/refuse-other-origins.js';
import { refuseUnknownHosts } from './http/refuse-unknown-hosts.js';
import { redirectRoot } from './http/redirect-root.js';
import { securityHeaders } from './http/security-headers.js';
import { keyLimit, refusedKeyLimit } from './limits/rate-limits.js';
import { RedisConnection } from './limits/redis-connection.js';
import { RequestQuotas } from './limits/request-quotas.js';
import { Metrics } from './metrics/metrics.js';
import { DOCS_PATH, serveOpenApi } from './openapi.js';
import { peoplePages } from './people-pages.js';
import { rulesOfSettings } from './trades/rules-of-settings.js';
import { IngestTradesDto, TradeInput } from './trades/ingest-trades.dto.js';

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
  const { desk, docs } = peoplePages(environment);
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
    serveDesk(environment),
    authenticate(app.get(Callers)),
    refusedKeyLimit(environment, redis),
    keyLimit(environment, redis),
    app.get(RequestQuotas).handler,
    shareConnections,
  );
  app.useGlobalGuards(new JsonBody(BODY_LIMIT, app.get(Callers)), new QueryGuard());
  app.useGlobalPipes(
    new RequestPipe(
      new Map<unknown, PlainCheck>([
        [IngestTradesDto, plainCheck(IngestTradesDto, { trades: TradeInput })],
        [PreviewTradesDto, plainCheck(PreviewTradesDto)],
      ]),
      rulesOfSettings(environment),
    ),
  );
  app.useGlobalFilters(new ProblemFilter(logger));
  serveOpenApi(app, environment);
}
