import { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'pino';
import { authenticate } from './auth/authenticate.middleware.js';
import { Authenticator } from './auth/authenticator.js';
import { jsonBody } from './common/json-body.middleware.js';
import { plainCheck } from './common/plain-check.js';
import { ProblemFilter } from './common/problem.filter.js';
import { RequestPipe } from './common/request.pipe.js';
import { Environment } from './config/environment.js';
import { compressAnswers } from './http/compress-answers.js';
import { limitConnections, limitHeaders } from './http/connection-limits.js';
import { crossOrigin } from './http/cors.js';
import { gather } from './http/gather.js';
import { inTurn } from './http/in-turn.js';
import { observeRequests } from './http/observe-requests.js';
import { Routes } from './http/routes.js';
import { securityHeaders } from './http/security-headers.js';
import { GuessLimit, keyLimit } from './limits/rate-limits.js';
import { RedisConnection } from './limits/redis-connection.js';
import { Metrics } from './metrics/metrics.js';
import { DOCS_PATH, serveOpenApi } from './openapi.js';
import { IngestTradesDto, TradeInput } from './trades/ingest-trades.dto.js';

/** Everything HTTP-global, in the order in which a request meets it. Used by the service and by its tests alike. */
export function configureApp(app: NestExpressApplication, environment: Environment, logger: Logger): void {
  const { BASE_PATH, BODY_LIMIT, TRUST_PROXY } = environment;
  limitConnections(app.getHttpServer());
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  if (TRUST_PROXY) app.set('trust proxy', /^\d+$/.test(TRUST_PROXY) ? Number(TRUST_PROXY) : TRUST_PROXY);
  if (BASE_PATH) app.setGlobalPrefix(BASE_PATH);
  const docs = `${BASE_PATH}${DOCS_PATH}`;
  const { client: redis } = app.get(RedisConnection);
  const routes = new Routes([docs]);
  const guesses = new GuessLimit(environment, redis);
  app.use(
    inTurn(
      observeRequests(logger, app.get(Metrics)),
      limitHeaders,
      securityHeaders(docs),
      crossOrigin(environment),
      compressAnswers(environment),
      guesses.before,
      authenticate(app.get(Authenticator)),
      guesses.after,
      keyLimit(environment, redis),
      routes.find,
      jsonBody(BODY_LIMIT),
      gather,
      routes.call,
    ),
  );
  app.useGlobalPipes(
    new RequestPipe(new Map([[IngestTradesDto, plainCheck(IngestTradesDto, { trades: TradeInput })]])),
  );
  app.useGlobalFilters(new ProblemFilter(logger));
  serveOpenApi(app, environment);
}
