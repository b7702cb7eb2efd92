import { HttpException } from '@nestjs/common';

/** Every code that an error answer can carry, with its status. */
export const PROBLEM_STATUS = {
  VALIDATION_FAILED: 400,
  MALFORMED_JSON: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  PROJECT_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  SYMBOL_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  SESSION_FINISHED: 409,
  CLIENT_ID_CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  VENUE_ERROR: 502,
  VENUE_UNAVAILABLE: 503,
  VENUE_RATE_LIMITED: 503,
  VENUE_REGION_BLOCKED: 503,
  DATABASE_UNAVAILABLE: 503,
} as const;

export type ProblemCode = keyof typeof PROBLEM_STATUS;

/** One field that is wrong; `field` is a path such as `trades[3].exitTime`. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

interface ProblemExtras {
  readonly details?: readonly FieldProblem[];
  /** Headers of the answer, e.g. `Retry-After` or `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that the client is told about: thrown where the rule lives, shaped by the one exception filter. */
export class Problem extends HttpException {
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(message, PROBLEM_STATUS[code]);
  }
}

/** Most problems that one answer lists: enough to see what is wrong with a batch. */
const MOST_DETAILS = 100;

/** What is shown of a field or a path that the client made up, so that an answer stays small whatever was sent. */
const MOST_SHOWN = 200;

const shown = (text: string): string =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).toWellFormed()}…` : text;

/** A 400 that names the fields; its sentence repeats the first. */
export function validationProblem(problems: readonly FieldProblem[]): Problem {
  const details = problems
    .slice(0, MOST_DETAILS)
    .map(({ field, message }) => ({ field: shown(field), message }));
  const [first] = details;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const sentence = `${first?.field || '""'} ${first?.message ?? 'is not valid'}${more}.`;
  return new Problem('VALIDATION_FAILED', sentence, { details });
}

/** A 404 for a path that nothing is at. */
export const nothingAt = (path: string): Problem =>
  new Problem('NOT_FOUND', `There is nothing at ${shown(path)}.`);
