import { MAX_DRAWS } from '../random-draws.js';
import { RefusedQuery } from '../refused-query.js';

/** Minimum number of resamples. With fewer resamples, a quantile near 0 or 1 would be too rough. */
export const MIN_RESAMPLES = 100;

/** Default number of resamples. Very large sessions have a lower default. */
const USUAL_RESAMPLES = 2_000;

/** Returns the maximum number of resamples for this number of trades. */
export const mostResamples = (tradeCount: number): number =>
  Math.max(MIN_RESAMPLES, tradeCount === 0 ? Infinity : Math.floor(MAX_DRAWS / tradeCount));

/**
 * Returns the number of resamples for this number of trades.
 * @param given null for the default
 * @throws RefusedQuery if too many trades would have to be drawn
 */
export function resampleCount(given: number | null, tradeCount: number): number {
  const most = mostResamples(tradeCount);
  const resamples = given ?? Math.min(USUAL_RESAMPLES, most);
  if (resamples <= most) return resamples;
  const message = `must not be greater than ${most} for the ${tradeCount} trades of the session`;
  throw new RefusedQuery({ field: 'resamples', message });
}
