import { PROBLEM_STATUS, Problem, type ProblemCode } from '../../problems/problem.js';

export type VenueFailureKind = 'unknown-symbol' | 'rate-limited' | 'region-blocked' | 'unavailable' | 'error';

interface FailureDetails {
  /** How long the venue is not to be asked, if it says so, ms. */
  readonly retryAfterMs?: number;
  /** The host failed, so that the same request may succeed a moment later. */
  readonly isTransient?: boolean;
  /** Whether to send the same request again, after the pause if there is one. Transient failures always can be. */
  readonly canRetry?: boolean;
  readonly cause?: unknown;
}

/** `Retry-After` of a failure for which the venue names no pause, s. */
const DEFAULT_RETRY_AFTER_S = 5;

/** Longest `Retry-After` that a client gets, s: a longer one is useless to it, and pauses may end early. */
const MAX_RETRY_AFTER_S = 3_600;

const ANSWERS: Readonly<Record<VenueFailureKind, { code: ProblemCode; message: string }>> = {
  'unknown-symbol': { code: 'SYMBOL_NOT_FOUND', message: 'The venue does not know this symbol.' },
  'rate-limited': {
    code: 'VENUE_RATE_LIMITED',
    message: 'The venue accepts no more requests for now; try again later.',
  },
  'region-blocked': {
    code: 'VENUE_REGION_BLOCKED',
    message: 'The venue does not serve the region that this service runs in.',
  },
  unavailable: { code: 'VENUE_UNAVAILABLE', message: 'The venue did not answer in time; try again later.' },
  error: { code: 'VENUE_ERROR', message: 'The venue sent an answer that cannot be used.' },
};

/** The venue could not or would not answer. Clients get its kind as an error code; the reason is for the log. */
export class VenueFailure extends Problem {
  readonly retryAfterMs: number | undefined;
  readonly isTransient: boolean;
  readonly canRetry: boolean;

  constructor(
    readonly kind: VenueFailureKind,
    readonly reason: string,
    { retryAfterMs, isTransient = false, canRetry = isTransient, cause }: FailureDetails = {},
  ) {
    const { code, message } = ANSWERS[kind];
    super(code, message, { reason, retryAfterS: retryAfterS(code, retryAfterMs) });
    this.retryAfterMs = retryAfterMs;
    this.isTransient = isTransient;
    this.canRetry = canRetry;
    this.cause = cause;
  }
}

function retryAfterS(code: ProblemCode, retryAfterMs = DEFAULT_RETRY_AFTER_S * 1000): number | undefined {
  if (PROBLEM_STATUS[code] !== 503) return undefined;
  return Math.min(MAX_RETRY_AFTER_S, Math.max(1, Math.ceil(retryAfterMs / 1000)));
}

/** The caller has stopped waiting. What it waited for may be there a moment later. */
export const deadlinePassed = (): VenueFailure =>
  new VenueFailure('unavailable', 'the deadline of the request has passed', { retryAfterMs: 1_000 });
