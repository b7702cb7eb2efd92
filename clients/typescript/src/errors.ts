import type { Schemas } from './routes.js';

/** Error codes of the service. A service that is newer than this client may send further codes. */
export type ErrorCode =
  | Schemas['ProblemCode']
  /** The response does not come from the service: the base URL is wrong, or a proxy has answered. */
  | 'UNREADABLE'
  | (string & {});

export type FieldProblem = Schemas['FieldProblemDto'];

/** Facts about an error response beside its status, code and message. */
export interface ErrorFacts {
  readonly details?: readonly FieldProblem[] | undefined;
  readonly requestId?: string | null | undefined;
  readonly retryAfterMs?: number | null | undefined;
}

/** An error response of the service. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: ErrorCode;
  /** The fields that are wrong; empty if the error is not about fields. */
  readonly details: readonly FieldProblem[];
  /** Identifies the request in the log of the service. */
  readonly requestId: string | null;
  /** Time after which the service accepts the request again; null if the response does not state this time. */
  readonly retryAfterMs: number | null;

  constructor(status: number, code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

/** Thrown if no complete response to a request arrives. The service may nevertheless have received the request. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Reads the error from a response with an error status. */
export async function serviceErrorOf(response: Response): Promise<ServiceError> {
  const body = await problemIn(response);
  return new ServiceError(
    response.status,
    body.code ?? 'UNREADABLE',
    body.message ?? `The response has the status ${response.status} and is not one of the service.`,
    {
      details: body.details,
      requestId: body.requestId ?? response.headers.get('x-request-id'),
      retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    },
  );
}

async function problemIn(response: Response): Promise<Partial<Schemas['ProblemDto']>> {
  try {
    return ((await response.json()) as Partial<Schemas['ProblemDto']> | null) ?? {};
  } catch {
    // Without a readable body, the status still identifies the problem. A proxy may send a page of HTML, and the
    // connection may end within the response.
    return {};
  }
}

/** Parses the header as RFC 9110 defines it: a number of seconds, or a date. */
export function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
