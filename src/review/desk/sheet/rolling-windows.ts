/** The lengths that a user can select for the window of the rolling figures, in days. */
export const ROLLING_WINDOWS = [30, 90, 180] as const;
