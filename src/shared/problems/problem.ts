import { HttpException } from '@nestjs/common';
import type { DifferingCandleDto } from './differing-candle.dto.js';
import type { MoneyChoiceDto } from './money-choice.dto.js';

/** Every error code, with its status. */
export const PROBLEM_STATUS = {
  VALIDATION_FAILED: 400,
  MALFORMED_JSON: 400,
  TOO_MANY_TRADES: 400,
  MONEY_UNCLEAR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  PROJECT_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  TRADE_NOT_FOUND: 404,
  SYMBOL_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  SESSION_FINISHED: 409,
  SESSION_CHANGED: 409,
  SESSION_HAS_TRADES: 409,
  NOTHING_UNSEEN: 409,
  CLIENT_ID_CONFLICT: 409,
  CANDLES_DIFFER: 409,
  PROJECT_NOT_EMPTY: 409,
  KEY_NOT_VALID: 409,
  QUOTA_SESSIONS: 409,
  QUOTA_TRADES: 409,
  STATE_CHANGED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  EXPECTATION_FAILED: 417,
  UNKNOWN_HOST: 421,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  TOO_MANY_STREAMS: 429,
  QUOTA_REQUESTS: 429,
  QUOTA_STATISTICS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  VENUE_ERROR: 502,
  VENUE_UNAVAILABLE: 503,
  VENUE_RATE_LIMITED: 503,
  VENUE_REGION_BLOCKED: 503,
  DATABASE_UNAVAILABLE: 503,
  IDENTITY_UNAVAILABLE: 503,
  BUSY: 503,
  STORAGE_FULL: 507,
} as const;

/** Code of an error that only the gateway sends, as configured in deploy/nginx.conf: no instance responds. */
export const GATEWAY_CODE = 'SERVICE_UNAVAILABLE';

export type ProblemCode = keyof typeof PROBLEM_STATUS;

/** A wrong field. `field` is a path such as `trades[3].exitTime`. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

interface ProblemExtras {
  readonly details?: readonly FieldProblem[];
  /** The readings from which the caller may choose, for `MONEY_UNCLEAR`. */
  readonly choices?: readonly MoneyChoiceDto[];
  /** The first bars whose stored figures differ, for `CANDLES_DIFFER`. */
  readonly differing?: readonly DifferingCandleDto[];
  /** Seconds after which a retry makes sense, for the header `Retry-After`. */
  readonly retryAfterS?: number | undefined;
  /** Further headers of the response, for example `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Cause of the error, for the log only. */
  readonly reason?: string;
}

/**
 * An error that is sent to the client. The error is thrown where the rule is checked, and formatted by the only
 * exception filter.
 */
export class Problem extends HttpException {
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(message, PROBLEM_STATUS[code]);
  }
}

/**
 * Returns `found`.
 * @throws the problem if nothing was found
 */
export function foundOr<Found>(found: Found | null | false, problem: () => Problem): Found {
  if (found === null || found === false) throw problem();
  return found;
}

/**
 * Maximum number of fields in the response to a refused request. A response of this length is enough to correct a
 * batch.
 */
export const MAX_DETAILS = 100;

/** Maximum number of characters of a field name or path from the client in a message. */
const MAX_SHOWN = 200;

const shortened = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text;

/** Returns a 400 that names the wrong fields, at most the first 100. */
export const validationProblem = (problems: readonly FieldProblem[]): Problem =>
  fieldsProblem('VALIDATION_FAILED', problems, MAX_DETAILS);

/**
 * Returns an error about fields. The message states the first problem and the number of further problems.
 * @param total number of all problems, if some are not listed
 */
export function fieldsProblem(
  code: ProblemCode,
  problems: readonly FieldProblem[],
  mostDetails = problems.length,
  total = problems.length,
): Problem {
  const details = problems
    .slice(0, mostDetails)
    .map(({ field, message }) => ({ field: shortened(field), message }));
  const { field = '', message = 'is not valid' } = details[0] ?? {};
  const others = othersOf(total - 1, details.length - 1);
  return new Problem(code, `${field || '""'} ${message}${others}.`, { details });
}

function othersOf(count: number, listed: number): string {
  if (count < 1) return '';
  const problems = count === 1 ? '1 more problem' : `${count} more problems`;
  return count > listed ? `; ${problems}, ${listed} of them in details` : `; ${problems} in details`;
}

/** Returns a 404 for a path that has no route. */
export const nothingAt = (path: string): Problem =>
  new Problem('NOT_FOUND', `There is no route at ${shortened(path)}.`);

export const malformedJson = () => new Problem('MALFORMED_JSON', 'The body is not valid JSON in UTF-8.');
