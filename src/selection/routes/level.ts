/** Default level: the deflated Sharpe ratio from which a try is above the bar. */
export const DEFAULT_LEVEL = 0.95;
