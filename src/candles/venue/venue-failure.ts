import { PROBLEM_STATUS, Problem, type ProblemCode } from '../../shared/problems/problem.js';

export type VenueFailureKind = 'unknown-symbol' | 'rate-limited' | 'region-blocked' | 'unavailable' | 'error';

interface FailureDetails {
  /** Time during which no request may be sent to the venue, ms; undefined if the venue asks for no pause. */
  readonly retryAfterMs?: number;
  /** True if the failure may pass, so that the same request may succeed a moment later. */
  readonly isTransient?: boolean;
  /**
   * True if the same request can be sent again, if necessary after the pause. Transient failures can always be retried.
   */
  readonly canRetry?: boolean;
  /** Message for the client. The default is the message of the kind. */
  readonly message?: string;
  readonly cause?: unknown;
}

/** `Retry-After` of a failure for which the venue asks for no pause, s. */
const DEFAULT_RETRY_AFTER_S = 5;

/**
 * Maximum `Retry-After` that a client receives, s. A pause may end early, so a client should not wait longer than this
 * time.
 */
const MAX_RETRY_AFTER_S = 3_600;

const ANSWERS: Readonly<Record<VenueFailureKind, { code: ProblemCode; message: string }>> = {
  'unknown-symbol': {
    code: 'SYMBOL_NOT_FOUND',
    message: 'The venue does not know this symbol; check the symbol and the feed.',
  },
  'rate-limited': {
    code: 'VENUE_RATE_LIMITED',
    message: 'The venue accepts no more requests for now; try again later.',
  },
  'region-blocked': {
    code: 'VENUE_REGION_BLOCKED',
    message:
      'The venue does not serve the region that this service runs in; candles can be imported from files instead.',
  },
  unavailable: {
    code: 'VENUE_UNAVAILABLE',
    message: 'The venue gives no candles at the moment; try again later.',
  },
  error: { code: 'VENUE_ERROR', message: 'The venue sent an answer that cannot be used; try again later.' },
};

/** A failure to get a response from the venue. Clients receive the kind as an error code; the reason is only logged. */
export class VenueFailure extends Problem {
  readonly retryAfterMs: number | undefined;
  readonly isTransient: boolean;
  readonly canRetry: boolean;

  constructor(
    readonly kind: VenueFailureKind,
    readonly reason: string,
    { retryAfterMs, isTransient = false, canRetry = isTransient, message, cause }: FailureDetails = {},
  ) {
    const { code, message: usual } = ANSWERS[kind];
    super(code, message ?? usual, { reason, retryAfterS: retryAfterS(code, retryAfterMs) });
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

/** Returns the failure for a caller that has stopped waiting. The result may be available a moment later. */
export const deadlinePassed = (): VenueFailure =>
  new VenueFailure('unavailable', 'the deadline of the request has passed', {
    retryAfterMs: 1_000,
    message: 'The venue did not answer in time; try again later.',
  });
