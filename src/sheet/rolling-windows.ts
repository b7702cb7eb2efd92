/** Selectable lengths of the window of the rolling figures, in days. */
export const ROLLING_WINDOWS = [30, 90, 180] as const;
