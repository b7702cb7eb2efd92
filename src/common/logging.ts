import { LoggerService } from '@nestjs/common';
import { Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { Environment } from '../config/environment.js';

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
