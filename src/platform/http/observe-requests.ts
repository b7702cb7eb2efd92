import { NextFunction, Request, RequestHandler, Response } from 'express';
import { Logger } from 'pino';
import { clientAddress } from '../auth/client-address.js';
import { newId } from '../../shared/fields/ids.js';
import { Metrics } from '../metrics/metrics.js';

declare module 'express' {
  interface Request {
    /** The client's `x-request-id` if it is valid; otherwise a new id. */
    id?: string;
    /** Trace of the request; undefined if tracing is off. */
    traceId?: string;
    /** Start of a response that stays open, on the clock of `performance.now()`. */
    streamBeganAt?: number;
    /** Code of the error in the response. */
    problemCode?: string;
  }
}

/** Request ids that are accepted from clients. Such an id is short and cannot forge a log line. */
const SANE_REQUEST_ID = /^[\w.:=+/-]{1,128}$/;

/** Maximum number of characters of a path in the log, because clients without a key can send any path. */
const MAX_PATH_LENGTH = 200;

/** Statuses for which the log line contains the client's address, because no valid key identifies the client. */
const STATUSES_WITH_ADDRESS = new Set([401, 429]);

/**
 * Gives each request an id. Logs and measures the request when it has ended. The log line contains the id, method,
 * route, status, duration, key or subject of the token, and workspace, but never a header, a query or a body.
 * Measurements are by route, because there are as many paths as ids.
 */
export function observeRequests(logger: Logger, { requestSeconds }: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const start = performance.now();
    const id = idOf(request);
    request.id = id;
    response.setHeader('x-request-id', id);
    // These values are read now, because the closed socket of an aborted request no longer has its address.
    const { method } = request;
    const address = clientAddress(request);
    response.once('close', () => {
      const { statusCode: status } = response;
      const ms = performance.now() - start;
      const route = (request.route as { path?: string } | undefined)?.path;
      // True if the client disconnected before it had received the response, regardless of the status. A stream always
      // ends in this way.
      const isAborted = !response.writableFinished && request.streamBeganAt === undefined;
      const outcome = isAborted ? 'aborted' : String(status);
      requestSeconds.observe(
        { method: methodLabel(method), route: route ?? 'none', status: outcome },
        // A stream is measured until it begins, because its duration depends on the client alone.
        ((request.streamBeganAt ?? start + ms) - start) / 1000,
      );
      const level = status >= 500 ? 'error' : 'info';
      if (!logger.isLevelEnabled(level)) return;
      logger[level](
        {
          requestId: id,
          traceId: request.traceId,
          method,
          route: route ?? request.path.slice(0, MAX_PATH_LENGTH),
          status,
          code: request.problemCode,
          durationMs: Math.round(ms * 1000) / 1000,
          aborted: isAborted ? true : undefined,
          address: STATUSES_WITH_ADDRESS.has(status) || request.refusal !== undefined ? address : undefined,
          keyId: request.principal?.keyId,
          subject: request.principal?.subject,
          refusal: request.refusal,
          workspaceId: request.principal?.workspaceId,
        },
        'request',
      );
    });
    next();
  };
}

/**
 * Warns once about a proxy that is missing in the settings. Without the setting, every client seems to have the address
 * of that proxy.
 */
export function warnOfUnknownProxy(logger: Logger): RequestHandler {
  let isWarned = false;
  return (request, _response, next) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true;
      logger.warn(
        'A request has the header X-Forwarded-For, but TRUST_PROXY is not set. Limits and logs use the address of the proxy ' +
          'in place of those of its clients.',
      );
    }
    next();
  };
}

function idOf({ headers }: Request): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : newId();
}

/**
 * Methods with a metrics label. Node accepts dozens of methods, and any client could otherwise create a label for each.
 */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const methodLabel = (method: string): string => (METHODS.has(method) ? method : 'other');
