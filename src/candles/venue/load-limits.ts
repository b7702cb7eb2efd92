import { VenueFailure } from './venue-failure.js';

/** Limits on the venue requests of one caller. */
export interface LoadLimits {
  /** When the caller stops waiting, epoch ms. Until then the loader also waits for pauses that the venue asks for. */
  readonly deadline: number;
  /** Number of pages that may still be requested. */
  requestsLeft: number;
}

/**
 * Counts a request of a caller.
 * @throws VenueFailure if the caller has no request left
 */
export function takeRequest(limits: LoadLimits): void {
  if (limits.requestsLeft <= 0)
    throw new VenueFailure('unavailable', 'one read needs too many requests', { retryAfterMs: 1_000 });
  limits.requestsLeft -= 1;
}
