import type { RequestHandler } from 'express';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { MAX_HEADER_BYTES } from './check-headers.js';
import { discardUnreadBody } from './discard-unread-body.js';
import { limitBodyTime } from './limit-body-time.js';
import { refuseBrokenRequests } from './refuse-broken-requests.js';

/**
 * Limits of a connection before a route is called. `refuseBrokenRequests` responds to requests that exceed a limit, with
 * the status given below.
 */
const SERVER_LIMITS = {
  /** Limit for the first line and all headers of a request together, bytes. Status 431. */
  maxHeaderSize: MAX_HEADER_BYTES,
  /**
   * No limit, because Node would silently drop headers beyond it. `checkHeaders` limits the number of headers instead.
   */
  maxHeadersCount: 0,
  /** Time from the start of a request to the end of its headers, ms. Status 408. */
  headersTimeout: 15_000,
  /**
   * Time from the start of a request to the end of its body, ms. Status 408. Only files get this time; `limitBodyTime`
   * ends other bodies earlier.
   */
  requestTimeout: 600_000,
  /** Time after which a connection without any traffic is closed, ms. No response takes that long to compute. */
  timeout: 120_000,
  /**
   * Time for which an idle connection is kept, ms. Gateways keep idle connections for up to a minute. The service must
   * keep them longer, because otherwise a request may arrive on a closing connection.
   */
  keepAliveTimeout: 75_000,
  /** Interval at which the first two timeouts are checked, ms. */
  connectionsCheckingInterval: 1_000,
} as const;

/** Sets the limits of a server. Call this before the server listens. */
export function limitConnections(server: Server, logger: Logger): void {
  Object.assign(server, SERVER_LIMITS);
  refuseBrokenRequests(server, logger);
  server.prependListener('request', keepPathOnly);
  server.prependListener('request', limitBodyTime);
  server.prependListener('request', discardUnreadBody);
  // By default Node sends "100 Continue" before the key is checked, and responds to other expectations itself.
  const pass = (...request: [IncomingMessage, ServerResponse]) => server.emit('request', ...request);
  server.on('checkContinue', pass).on('checkExpectation', pass);
}

/**
 * Reduces the URL of a request to path and query. A request to a proxy may contain a whole URL, whose host is ignored
 * and need not be valid.
 */
function keepPathOnly(request: IncomingMessage): void {
  request.url = request.url?.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i, '/');
}

/**
 * Handles the requests of a connection one after the other. Node would handle pipelined requests concurrently, and
 * would hold all their responses for a client that reads none.
 */
export const oneAtATime: RequestHandler = (_request, response, next) => {
  // A response gets its socket when the previous response is complete.
  if (response.socket) next();
  else response.once('socket', () => next());
};
