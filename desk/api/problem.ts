import type { MoneyChoiceDto } from '../../src/shared/problems/money-choice.dto.js';
import type { FieldProblem, ProblemCode } from '../../src/shared/problems/problem.js';

export type MoneyChoice = Pick<MoneyChoiceDto, keyof MoneyChoiceDto>;

/** The common shape of errors of the API. */
interface ProblemBody {
  readonly code?: ProblemCode;
  readonly message?: string;
  readonly details?: readonly FieldProblem[];
  readonly requestId?: string;
  readonly choices?: readonly MoneyChoice[];
}

/** An error response of the API, or the reason why the API could not be reached (`status` 0). */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: ProblemCode | 'UNREACHABLE' | 'UNREADABLE' | 'SIGNED_OUT',
    message: string,
    readonly details: readonly FieldProblem[] = [],
    /** The wait before the next attempt, ms; null if the API states none. */
    readonly retryAfterMs: number | null = null,
    readonly requestId: string | null = null,
    /** The readings of the money of a file, from which the user has to choose. */
    readonly choices: readonly MoneyChoice[] = [],
  ) {
    super(message);
  }
}

/** Returns the problem in a response with an error status. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as ProblemBody;
  return new ApiProblem(
    response.status,
    body.code ?? 'UNREADABLE',
    body.message ?? `The service answered with status ${response.status}.`,
    body.details ?? [],
    retryAfterMs(response.headers.get('retry-after')),
    body.requestId ?? response.headers.get('x-request-id'),
    body.choices,
  );
}

export const unreachable = (): ApiProblem =>
  new ApiProblem(0, 'UNREACHABLE', 'The service cannot be reached. Check that it is running.');

export const notAccepted = (): ApiProblem =>
  new ApiProblem(401, 'UNAUTHORIZED', 'This key was not accepted.');

/** Returns the problem of a request that a gateway has refused because the user is not signed in. */
export const signedOut = (): ApiProblem =>
  new ApiProblem(401, 'SIGNED_OUT', 'You are signed out. Sign in again, then try again.');

/** Parses the header as RFC 9110 defines it: a number of seconds, or a date. */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : null;
}

/** Converts any failure into a problem to show. Returns null if the request was cancelled on purpose. */
export function problemFrom(error: unknown): ApiProblem | null {
  if (error instanceof ApiProblem) return error;
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  return new ApiProblem(0, 'UNREADABLE', error instanceof Error ? error.message : String(error));
}
