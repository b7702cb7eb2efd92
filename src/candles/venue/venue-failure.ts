import { PROBLEM_STATUS, Problem, ProblemCode } from '../../common/problem.js';

export type VenueFailureKind = 'unknown-symbol' | 'rate-limited' | 'region-blocked' | 'unavailable' | 'error';

interface FailureDetails {
  /** How long to leave the venue alone, where it says so, ms. */
  readonly retryAfterMs?: number;
  /** Whether the host failed, so that the same request may well succeed a moment later. */
  readonly transient?: boolean;
  /** Whether to send the same request again; a transient one always, another one after the pause. */
  readonly again?: boolean;
  readonly cause?: unknown;
}

/** What the venue would not or could not answer. */
export class VenueFailure extends Error {
  readonly retryAfterMs: number | undefined;
  readonly transient: boolean;
  readonly again: boolean;

  constructor(
    readonly kind: VenueFailureKind,
    message: string,
    { retryAfterMs, transient = false, again = transient, cause }: FailureDetails = {},
  ) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
    this.transient = transient;
    this.again = again;
  }
}

/** The caller has stopped waiting; what it waited for may be there a moment later. */
export const lateFailure = (): VenueFailure =>
  new VenueFailure('unavailable', 'no answer in time', { retryAfterMs: 1_000 });

/** What a client is told to wait when the venue fails without saying for how long, s. */
const RETRY_AFTER_S = 5;

const ANSWERS: Readonly<Record<VenueFailureKind, { code: ProblemCode; message: string }>> = {
  'unknown-symbol': { code: 'SYMBOL_NOT_FOUND', message: 'The venue does not know this symbol.' },
  'rate-limited': {
    code: 'VENUE_RATE_LIMITED',
    message: 'The venue asks us to wait before it is asked for more.',
  },
  'region-blocked': {
    code: 'VENUE_REGION_BLOCKED',
    message: 'The venue does not serve the region that this service runs in.',
  },
  unavailable: { code: 'VENUE_UNAVAILABLE', message: 'The venue does not answer at the moment.' },
  error: { code: 'VENUE_ERROR', message: 'The venue gave an answer that cannot be used.' },
};

/** What our client is told about it. */
export function problemOf({ kind, retryAfterMs }: VenueFailure): Problem {
  const { code, message } = ANSWERS[kind];
  if (PROBLEM_STATUS[code] !== 503) return new Problem(code, message);
  const seconds = retryAfterMs === undefined ? RETRY_AFTER_S : Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new Problem(code, message, { headers: { 'Retry-After': String(seconds) } });
}
