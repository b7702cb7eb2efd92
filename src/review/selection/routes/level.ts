/** Default level. A try is above the bar that luck sets if its deflated Sharpe ratio is at least the level. */
export const DEFAULT_LEVEL = 0.95;
