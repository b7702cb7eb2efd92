import { LoggerService } from '@nestjs/common';
import { Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { Environment } from './platform/config/environment.js';

/**
 * Logs only name, message and stack of an error, because database errors also contain the statement and its parameters.
 */
export const serializers = {
  err: (error: unknown) =>
    error instanceof Error
      ? { type: error.name, message: error.message, stack: error.stack }
      : { message: String(error) },
};

/** Creates a logger that writes JSON lines, or readable lines on a terminal. */
export function createLogger({ LOG_LEVEL, LOG_FORMAT }: Environment): Logger {
  const format = LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json');
  return format === 'pretty'
    ? pino(
        { level: LOG_LEVEL, serializers },
        pretty({ singleLine: true, translateTime: 'HH:MM:ss.l', ignore: 'pid,hostname' }),
      )
    : pino({ level: LOG_LEVEL, serializers });
}

/** Parts of Nest that log an error before they throw it. The start itself reports the error in one sentence. */
const THROWN_AS_WELL = new Set<unknown>(['ExceptionHandler', 'NestApplication']);

/** Passes the messages of Nest to the logger of the service. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug({ context: context.at(-1) }, String(message));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn({ context: context.at(-1) }, String(message));
  }

  error(message: unknown, ...context: unknown[]): void {
    const level = THROWN_AS_WELL.has(context.at(-1)) ? 'debug' : 'error';
    this.logger[level](
      { context: context.at(-1), err: message instanceof Error ? message : undefined },
      String(message),
    );
  }

  fatal(message: unknown, ...context: unknown[]): void {
    this.logger.fatal({ context: context.at(-1) }, String(message));
  }
}
