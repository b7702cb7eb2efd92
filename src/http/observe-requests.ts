import { NextFunction, Request, Response } from 'express';
import { Logger } from 'pino';
import { newId } from '../common/ids.js';
import { Metrics } from '../metrics/metrics.js';

declare module 'express' {
  interface Request {
    /** The client's `x-request-id` if it is sane, else a new one. */
    id?: string;
    /** Of the request's trace, when traces are made. */
    traceId?: string;
  }
}

/** What a client may send as its own request id: short and printable, so that it cannot forge a log line. */
const SANE_REQUEST_ID = /^[\w.:=+/-]{1,128}$/;

/** A stranger may send a path of any length. */
const LONGEST_PATH = 200;

/**
 * Gives each request an id, and when it is over a line in the log (id, method, route, status, duration, key and
 * workspace; never a header, a query or a body) and a measurement by its route, never by its path, which would be as
 * many as there are ids.
 */
export function observeRequests(logger: Logger, { requestSeconds }: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const start = performance.now();
    const id = idOf(request);
    request.id = id;
    response.setHeader('x-request-id', id);
    response.once('close', () => {
      const { method } = request;
      const { statusCode: status } = response;
      const ms = performance.now() - start;
      // The route is known only when the request has been answered.
      const route = (request.route as { path?: string } | undefined)?.path;
      // The client went away before it had its answer, so it had none of any status.
      const isAborted = !response.writableFinished;
      const outcome = isAborted ? 'aborted' : String(status);
      requestSeconds.observe({ method, route: route ?? 'none', status: outcome }, ms / 1000);
      const level = status >= 500 ? 'error' : 'info';
      if (!logger.isLevelEnabled(level)) return;
      logger[level](
        {
          requestId: id,
          traceId: request.traceId,
          method,
          route: route ?? request.path.slice(0, LONGEST_PATH),
          status,
          durationMs: Math.round(ms * 1000) / 1000,
          aborted: isAborted ? true : undefined,
          keyId: request.principal?.keyId,
          workspaceId: request.principal?.workspaceId,
        },
        'request',
      );
    });
    next();
  };
}

function idOf({ headers }: Request): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : newId();
}
