import type { Schemas } from './routes.js';

/** Error codes of the service. A service that is newer than this client may send further codes. */
export type ErrorCode =
  | Schemas['ProblemCode']
  /** The response is not one of the service: the base URL is wrong, or a proxy has answered. */
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

/** Thrown if no complete response to a request arrives in time. The service may nevertheless have received the request. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Returns the error of a successful response that is not one of the service. */
export const unreadable = (problem: string, response?: Response): ServiceError =>
  new ServiceError(response?.status ?? 200, 'UNREADABLE', `${problem}: check the base URL.`, {
    requestId: response?.headers.get('x-request-id'),
  });
