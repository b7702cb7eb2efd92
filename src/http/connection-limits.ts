import { NextFunction, Request, Response } from 'express';
import { IncomingMessage, Server } from 'node:http';

/**
 * What a connection may cost before a route is asked. Node itself answers what goes beyond, with a status and no body:
 * 431 too large headers, 408 too slow, 400 what is no HTTP.
 */
const LIMITS = {
  /** All headers of a request together, bytes. */
  maxHeaderSize: 16_384,
  /** Beyond a number of its own Node would drop headers without a word; ours are counted below. */
  maxHeadersCount: 0,
  /** From the start of a request to the end of its headers. */
  headersTimeout: 15_000,
  /** From the start of a request to the end of its body. */
  requestTimeout: 60_000,
  /** A connection on which nothing moves: no answer of ours takes as long, so its client has stopped to read. */
  timeout: 120_000,
  /** A gateway keeps its connections for a minute; ours must outlive them, or requests are lost in between. */
  keepAliveTimeout: 75_000,
  /** How often the first two are looked after. */
  connectionsCheckingInterval: 1_000,
} as const;

const MOST_HEADERS = 100;

/** To be called before the server listens. */
export function limitConnections(server: Server): void {
  Object.assign(server, LIMITS);
  server.prependListener('request', keepPath);
}

/** What a proxy is asked may come as a whole address; its host is not ours to judge, and it may not even be one. */
function keepPath(request: IncomingMessage): void {
  request.url = request.url?.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i, '/');
}

/** Refuses a request with more headers than any client sends, as Node refuses one with too large ones. */
export function limitHeaders(request: Request, response: Response, next: NextFunction): void {
  if (request.rawHeaders.length / 2 <= MOST_HEADERS) next();
  else response.writeHead(431, { Connection: 'close' }).end();
}
