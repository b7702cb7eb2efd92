import { MIN_RESAMPLES, mostResamples } from '../analysis/confidence/resample-count.js';
import { MIN_TIMING_PATHS, mostPaths } from '../analysis/timing/timing-limits.js';

/** Above this number of trades, a report draws fewer random samples, so that it is made in seconds. */
const MAX_TRADES_FOR_ALL_DRAWS = 1_000;

const FEWER_RESAMPLES = 500;
const FEWER_TIMING_PATHS = 250;
const FEWER_PATHS = 500;
const FEWER_SIZING_RESAMPLES = 100;

/**
 * Above this number of trades, the default number of resamples of the position size is as small as a report needs, so a
 * report uses the default.
 */
const MAX_TRADES_FOR_FEWER_SIZING_RESAMPLES = 20_000;

/**
 * Returns the number of resamples of the confidence intervals; empty if a report with this number of trades uses the
 * default. At most half of the allowed resamples are used, so that trades that arrive in the meantime cannot make the
 * request invalid.
 */
export function confidenceEffort(tradeCount: number): { readonly resamples?: number } {
  if (tradeCount <= MAX_TRADES_FOR_ALL_DRAWS) return {};
  const half = Math.floor(mostResamples(tradeCount) / 2);
  return { resamples: Math.max(MIN_RESAMPLES, Math.min(FEWER_RESAMPLES, half)) };
}

/** Returns the number of random paths of the trades; empty if a report with this number of trades uses the default. */
export const pathEffort = (tradeCount: number): { readonly paths?: number } =>
  tradeCount > MAX_TRADES_FOR_ALL_DRAWS ? { paths: FEWER_PATHS } : {};

/**
 * Returns the number of resamples of the position size; empty if a report with this number of trades uses the default.
 */
export const sizingEffort = (tradeCount: number): { readonly resamples?: number } =>
  tradeCount > MAX_TRADES_FOR_ALL_DRAWS && tradeCount <= MAX_TRADES_FOR_FEWER_SIZING_RESAMPLES
    ? { resamples: FEWER_SIZING_RESAMPLES }
    : {};

/**
 * Returns the number of paths of random entries; empty if a report with this number of trades uses the default. At most
 * half of the allowed paths are used, so that trades that arrive in the meantime cannot make the request invalid.
 */
export function timingEffort(tradeCount: number): { readonly paths?: number } {
  if (tradeCount <= MAX_TRADES_FOR_ALL_DRAWS) return {};
  const half = Math.floor(mostPaths('shift', tradeCount) / 2);
  return { paths: Math.max(MIN_TIMING_PATHS, Math.min(FEWER_TIMING_PATHS, half)) };
}
