import { LoggerService } from '@nestjs/common';
import { IncomingMessage } from 'node:http';
import { Logger, pino } from 'pino';
import { HttpLogger, pinoHttp } from 'pino-http';
import pretty from 'pino-pretty';
import { Environment } from '../config/environment.js';
import { newId } from './ids.js';

/** Of an error its kind, message and stack: an error of the database also holds the statement and what was sent in it. */
export const serializers = {
  err: (error: unknown) =>
    error instanceof Error
      ? { type: error.name, message: error.message, stack: error.stack }
      : { message: String(error) },
};

/** JSON lines, or lines for people on a terminal. */
export function createLogger({ LOG_LEVEL, LOG_FORMAT }: Environment): Logger {
  const format = LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json');
  return format === 'pretty'
    ? pino(
        { level: LOG_LEVEL, serializers },
        pretty({ singleLine: true, translateTime: 'HH:MM:ss.l', ignore: 'pid,hostname' }),
      )
    : pino({ level: LOG_LEVEL, serializers });
}

/** What a client may send as its own request id: short and printable, so that it cannot forge a log line. */
const SANE_REQUEST_ID = /^[\w.:=+/-]{1,128}$/;

/** One line a request: id, method, route, status, duration, key and workspace; never a header, a query or a body. */
export function requestLog(logger: Logger): HttpLogger {
  return pinoHttp({
    logger,
    genReqId: (request, response) => {
      const given = request.headers['x-request-id'];
      const id = typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : newId();
      response.setHeader('x-request-id', id);
      return id;
    },
    serializers: {
      req: ({ id, method, raw }: { id: string; method: string; raw: { traceId?: string } }) => ({
        id,
        method,
        traceId: raw.traceId,
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
    // The route is known only when the request has been answered.
    customSuccessObject: (request, _response, value: Record<string, unknown>) => ({
      ...value,
      ...whoAndWhere(request),
    }),
    customErrorObject: (request, _response, _error, value: Record<string, unknown>) => ({
      ...value,
      err: undefined,
      ...whoAndWhere(request),
    }),
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
  });
}

function whoAndWhere(request: IncomingMessage) {
  const { route, principal, path } = request as IncomingMessage & {
    route?: { path: string };
    principal?: { keyId: string; workspaceId: string };
    path?: string;
  };
  return {
    route: route?.path ?? path?.slice(0, 200),
    keyId: principal?.keyId,
    workspaceId: principal?.workspaceId,
  };
}

/** What Nest itself has to say, through the same logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug({ context: context.at(-1) }, String(message));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn({ context: context.at(-1) }, String(message));
  }

  error(message: unknown, ...context: unknown[]): void {
    this.logger.error(
      { context: context.at(-1), err: message instanceof Error ? message : undefined },
      String(message),
    );
  }

  fatal(message: unknown, ...context: unknown[]): void {
    this.logger.fatal({ context: context.at(-1) }, String(message));
  }
}
