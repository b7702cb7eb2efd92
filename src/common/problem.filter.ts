import { ArgumentsHost, Catch, ExceptionFilter, HttpException, NotFoundException } from '@nestjs/common';
import { Request, Response } from 'express';
import type { Logger } from 'pino';
import { STATUS_CODES } from 'node:http';
import { isDatabaseUnavailable } from '../database/database-unavailable.js';
import { Problem, ProblemCode, nothingAt } from './problem.js';
import { sentenceOf } from './sentence-of.js';

const CODE_BY_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'VALIDATION_FAILED',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
};

/** Turns whatever was thrown into the one error shape; what is not meant for the client is logged and told as a 500. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const problem = toProblem(thrown, request);
    if (problem.getStatus() >= 500) this.tell(request, problem, thrown);
    if (response.headersSent) {
      // Half an answer cannot be taken back; cutting the connection is the only honest end of it.
      response.destroy();
      return;
    }
    const statusCode = problem.getStatus();
    response
      .status(statusCode)
      .set(problem.extras.headers ?? {})
      .type('json')
      .json({
        statusCode,
        error: STATUS_CODES[statusCode],
        code: problem.code,
        message: problem.message,
        details: problem.extras.details,
        requestId: request.id,
      });
  }

  /** A failure that the code foresaw is told in a line; of any other the stack is wanted. */
  private tell({ id: requestId }: Request, problem: Problem, thrown: unknown): void {
    if (problem.code === 'INTERNAL_ERROR') this.logger.error({ requestId, err: thrown }, problem.message);
    else this.logger.warn({ requestId, code: problem.code, cause: sentenceOf(thrown) }, problem.message);
  }
}

function toProblem(thrown: unknown, request: Request): Problem {
  if (thrown instanceof Problem) return thrown;
  if (isDatabaseUnavailable(thrown)) {
    return new Problem('DATABASE_UNAVAILABLE', 'The database cannot be reached; try again shortly.', {
      headers: { 'Retry-After': '2' },
    });
  }
  // What the router found nothing for, in words of its own.
  if (thrown instanceof NotFoundException) return nothingAt(request.path);
  if (thrown instanceof HttpException) {
    const code = CODE_BY_STATUS[thrown.getStatus()];
    if (code) return new Problem(code, thrown.message);
  }
  return new Problem(
    'INTERNAL_ERROR',
    'Something went wrong on our side; the request id names it in our logs.',
  );
}
