/* Methods and limits of timing. The limits are documented in docs/analysis.md. */

export const TIMING_METHODS = ['shift', 'bracket'] as const;
export type TimingMethod = (typeof TIMING_METHODS)[number];

export const MIN_TIMING_PATHS = 100;
export const MAX_TIMING_PATHS = 20_000;
const DEFAULT_PATHS = 1_000;

/**
 * Maximum number of entries: paths · trades. For brackets it is lower, because a bracket is followed over many bars.
 */
export const MAX_TIMING_DRAWS: Readonly<Record<TimingMethod, number>> = {
  shift: 20_000_000,
  bracket: 2_000_000,
};

/** Maximum number of minutes from the first entry to the last exit, summed over all markets. */
export const MAX_TIMING_MINUTES: Readonly<Record<TimingMethod, number>> = {
  shift: 5_000_000,
  bracket: 2_000_000,
};

/** Returns the maximum number of paths for a number of trades; 0 if even the minimum number of paths is not allowed. */
export function mostPaths(method: TimingMethod, trades: number): number {
  const most = Math.min(MAX_TIMING_PATHS, Math.floor(MAX_TIMING_DRAWS[method] / Math.max(1, trades)));
  return most < MIN_TIMING_PATHS ? 0 : most;
}

/** Returns the default number of paths for a number of trades. */
export const defaultPaths = (method: TimingMethod, trades: number): number =>
  Math.min(DEFAULT_PATHS, mostPaths(method, trades));
