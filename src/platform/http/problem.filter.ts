import { ArgumentsHost, Catch, ExceptionFilter } from '@nestjs/common';
import { Request, Response } from 'express';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../database/database-unavailable.js';
import { Problem } from '../../shared/problems/problem.js';
import { isAborted } from './client.js';
import { KEEP_PRIVATE } from './keep-private.js';
import { problemBody } from './problem-body.js';
import { sentenceOf } from '../../shared/problems/sentence-of.js';

/** Converts any thrown value into the common shape of errors. An unexpected error becomes a 500 without details. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    // The client has disconnected, so no response is sent.
    if (isAborted(response, thrown)) return;
    const problem = toProblem(thrown);
    const statusCode = problem.getStatus();
    if (statusCode >= 500) this.log(request, problem, thrown);
    if (response.headersSent) {
      // Only a closed connection shows the client that the rest of the response will not follow.
      response.destroy();
      return;
    }
    request.problemCode = problem.code;
    // These headers belong to the response that is not sent.
    for (const name of ['ETag', 'Last-Modified', 'Content-Range']) response.removeHeader(name);
    response.setHeader('Cache-Control', KEEP_PRIVATE);
    const { headers = {}, retryAfterS } = problem.extras;
    if (retryAfterS !== undefined) response.set('Retry-After', String(retryAfterS));
    response.status(statusCode).set(headers).type('json').json(problemBody(problem, request.id));
  }

  /** Logs an expected failure as one line, and an unexpected failure with its stack. */
  private log({ id: requestId }: Request, problem: Problem, thrown: unknown): void {
    if (problem.code === 'INTERNAL_ERROR') this.logger.error({ requestId, err: thrown }, problem.message);
    else
      this.logger.warn(
        { requestId, code: problem.code, cause: problem.extras.reason ?? sentenceOf(thrown) },
        problem.message,
      );
  }
}

function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (isDatabaseUnavailable(thrown)) {
    return new Problem(
      'DATABASE_UNAVAILABLE',
      'The database could not complete the request; try again shortly.',
      { retryAfterS: 2 },
    );
  }
  return new Problem(
    'INTERNAL_ERROR',
    'The request failed unexpectedly. The server log has the cause under this requestId.',
  );
}
