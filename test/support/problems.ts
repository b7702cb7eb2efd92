import { STATUS_CODES } from 'node:http';
import type supertest from 'supertest';
import { PROBLEM_STATUS, ProblemCode } from '../../src/shared/problems/problem.js';

/** Checks that a response is this error, has the shape of all errors, and names exactly these fields. */
export function expectProblem(
  response: supertest.Response,
  code: ProblemCode,
  fields: readonly string[] = [],
): void {
  const statusCode = PROBLEM_STATUS[code];
  const { details = [], ...problem } = response.body;
  expect({ ...problem, fields: details.map(({ field }: { field: string }) => field).toSorted() }).toEqual({
    statusCode,
    error: STATUS_CODES[statusCode],
    code,
    message: expect.stringMatching(/^\S.*\.$/),
    requestId: response.headers['x-request-id'],
    fields: fields.toSorted(),
    ...(code === 'MONEY_UNCLEAR' && { choices: expect.any(Array) }),
    ...(code === 'CANDLES_DIFFER' && { differing: expect.any(Array) }),
  });
  expect(response.status).toBe(statusCode);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  // RFC 9110, 15.5.2: a 401 must state how to authenticate.
  if (statusCode === 401) expect(response.headers['www-authenticate']).toMatch(/^ApiKey /);
}
