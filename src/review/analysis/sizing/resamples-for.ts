import { RefusedQuery } from '../refused-query.js';

/** Maximum total number of draws of all resamples. Each draw takes about 60 steps of a bisection. */
const MAX_SIZING_DRAWS = 5_000_000;

/** Minimum number of resamples. */
export const MIN_SIZING_RESAMPLES = 100;
export const MAX_SIZING_RESAMPLES = 10_000;

/** Default number of resamples. Large sessions have a lower default. */
const USUAL_SIZING_RESAMPLES = 1_000;

/**
 * Returns the number of resamples for this number of trades; 0 if there are too many trades to resample.
 * @param given null for the default
 * @throws RefusedQuery if the resamples would have too many draws in total
 */
export function resamplesFor(given: number | null, tradeCount: number): number {
  const most = tradeCount === 0 ? MAX_SIZING_RESAMPLES : Math.floor(MAX_SIZING_DRAWS / tradeCount);
  if (most < MIN_SIZING_RESAMPLES) return 0;
  const resamples = given ?? Math.min(USUAL_SIZING_RESAMPLES, most);
  if (resamples <= most) return resamples;
  const message = `must not be greater than ${most} for ${tradeCount} trades`;
  throw new RefusedQuery({ field: 'resamples', message });
}
