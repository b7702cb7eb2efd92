/** The numbers of days from which the window of the rolling figures can be chosen. */
export const ROLLING_WINDOWS = [30, 90, 180] as const;
