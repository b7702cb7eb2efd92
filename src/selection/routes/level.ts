/** Deflated Sharpe ratio from which a try is above the bar, unless a request gives another. */
export const DEFAULT_LEVEL = 0.95;
