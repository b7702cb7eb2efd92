import { STATUS_CODES } from 'node:http';
import type { Problem } from '../../shared/problems/problem.js';

/** Returns the body of the response for an error, which is the same for all errors. */
export function problemBody(problem: Problem, requestId: string | undefined): object {
  const statusCode = problem.getStatus();
  return {
    statusCode,
    error: STATUS_CODES[statusCode],
    code: problem.code,
    message: problem.message,
    details: problem.extras.details,
    choices: problem.extras.choices,
    differing: problem.extras.differing,
    requestId,
  };
}
