import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import { ProblemDto } from './problem.dto.js';
import { PROBLEM_STATUS, ProblemCode } from './problem.js';

/** What any route can answer. */
const ALWAYS: readonly ProblemCode[] = [
  'VALIDATION_FAILED',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'DATABASE_UNAVAILABLE',
];

/** What any route with a body can answer besides. */
const WITH_BODY: readonly ProblemCode[] = ['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** Documents the errors of a route: those of every route, those of routes with a `body`, and its own. */
export function ApiProblems(...own: readonly (ProblemCode | 'body')[]) {
  const codes = own.flatMap((code) => (code === 'body' ? WITH_BODY : [code]));
  const all = [...new Set([...ALWAYS, ...codes])];
  const statuses = [...new Set(all.map((code) => PROBLEM_STATUS[code]))];
  return applyDecorators(
    ApiExtraModels(ProblemDto),
    ...statuses.map((status) =>
      ApiResponse(
        problemResponse(
          status,
          all.filter((code) => PROBLEM_STATUS[code] === status),
        ),
      ),
    ),
  );
}

export function problemResponse(status: number, codes: readonly ProblemCode[]) {
  const reason = STATUS_CODES[status] ?? '';
  const own = { code: { type: 'string', enum: [...codes] }, statusCode: { type: 'integer', enum: [status] } };
  return {
    status,
    description: `${reason}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: getSchemaPath(ProblemDto) }, { type: 'object', properties: own }] },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: problemExample(status, reason, code) }]),
        ),
      },
    },
    ...(status === 429 || status === 503
      ? {
          headers: {
            'Retry-After': { description: 'Seconds to wait, where known', schema: { type: 'integer' } },
          },
        }
      : {}),
  };
}

function problemExample(statusCode: number, error: string, code: ProblemCode) {
  const requestId = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';
  const { message, details } = EXAMPLES[code];
  return { statusCode, error, code, message, ...(details && { details }), requestId };
}

const EXAMPLES: Readonly<
  Record<ProblemCode, { message: string; details?: { field: string; message: string }[] }>
> = {
  VALIDATION_FAILED: {
    message: 'name must not be empty.',
    details: [{ field: 'name', message: 'must not be empty' }],
  },
  MALFORMED_JSON: { message: 'The body is not valid JSON.' },
  UNAUTHORIZED: { message: 'A valid API key is needed in the header x-api-key.' },
  FORBIDDEN: { message: 'This key lacks the scope "write" that the request needs.' },
  PROJECT_NOT_FOUND: { message: 'There is no project with this id.' },
  SESSION_NOT_FOUND: { message: 'There is no session with this id.' },
  SYMBOL_NOT_FOUND: { message: 'The venue does not know this symbol.' },
  NOT_FOUND: { message: 'There is nothing at /nowhere.' },
  METHOD_NOT_ALLOWED: { message: 'DELETE is not possible here; possible are GET, HEAD, POST.' },
  SESSION_FINISHED: { message: 'The session is finished and takes no new trade.' },
  CLIENT_ID_CONFLICT: {
    message: 'trades[0].clientId is stored with different content.',
    details: [{ field: 'trades[0].clientId', message: 'is stored with different content' }],
  },
  PAYLOAD_TOO_LARGE: { message: 'The body is larger than this service accepts.' },
  UNSUPPORTED_MEDIA_TYPE: { message: 'The body must be sent as application/json.' },
  RATE_LIMITED: { message: 'Too many requests with this key; try again in 12 seconds.' },
  INTERNAL_ERROR: { message: 'Something went wrong on our side; the request id names it in our logs.' },
  VENUE_ERROR: { message: 'The venue gave an answer that cannot be used.' },
  VENUE_UNAVAILABLE: { message: 'The venue does not answer; try again shortly.' },
  VENUE_RATE_LIMITED: { message: 'The venue asks us to wait; try again in 30 seconds.' },
  VENUE_REGION_BLOCKED: { message: 'The venue does not serve the region that this service runs in.' },
  DATABASE_UNAVAILABLE: { message: 'The database cannot be reached; try again shortly.' },
};
