import type { RequestHandler } from 'express';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { limitBodyTime } from './limit-body-time.js';
import { discardUnreadBody } from './discard-unread-body.js';

/**
 * Limits of a connection before a route is called. Node responds to requests that exceed them with a status and no
 * body.
 */
const LIMITS = {
  /** Limit of all headers of a request together, bytes: 431. */
  maxHeaderSize: 16_384,
  /** Disabled, because Node would silently drop headers beyond it. `checkHeaders` counts them instead. */
  maxHeadersCount: 0,
  /** From the start of a request to the end of its headers: 408. */
  headersTimeout: 15_000,
  /**
   * From the start of a request to the end of its body: 408. This limit is for files; other bodies have
   * `limitBodyTime`.
   */
  requestTimeout: 600_000,
  /** A connection without any traffic is closed after this time. No response takes that long to compute. */
  timeout: 120_000,
  /**
   * Gateways keep idle connections for up to a minute. The service must keep them longer, because otherwise a request
   * may arrive on a closing connection.
   */
  keepAliveTimeout: 75_000,
  /** Interval at which the first two timeouts are checked. */
  connectionsCheckingInterval: 1_000,
} as const;

/** Call this before the server listens. */
export function limitConnections(server: Server): void {
  Object.assign(server, LIMITS);
  server.prependListener('request', keepPathOnly);
  server.prependListener('request', limitBodyTime);
  server.prependListener('request', discardUnreadBody);
  // By default Node sends "100 Continue" before the key has been checked, and answers other expectations itself.
  const pass = (...request: [IncomingMessage, ServerResponse]) => server.emit('request', ...request);
  server.on('checkContinue', pass).on('checkExpectation', pass);
}

/** A request to a proxy may name a whole URL. Its host does not matter here, and need not be valid. */
function keepPathOnly(request: IncomingMessage): void {
  request.url = request.url?.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i, '/');
}

/**
 * Handles the requests of a connection one after the other. Node would handle pipelined requests at the same time, and
 * then hold all their responses for a client that reads none.
 */
export const oneAtATime: RequestHandler = (_request, response, next) => {
  // A response gets its socket when the previous one is complete.
  if (response.socket) next();
  else response.once('socket', () => next());
};
