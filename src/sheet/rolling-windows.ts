/** The windows of the rolling figures that can be chosen, in days. */
export const ROLLING_WINDOWS = [30, 90, 180] as const;
