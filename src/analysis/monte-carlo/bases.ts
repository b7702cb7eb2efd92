/**
 * Amounts that the trades of a path keep. `money`: the result in money. `equity`: the result in percent of the account
 * before it. `risk`: the result in R, with the same share of the account at risk in every trade.
 */
export const BASES = ['money', 'equity', 'risk'] as const;
export type Basis = (typeof BASES)[number];

/** Reasons why there are no paths. The last two occur only with the bases risk and equity. */
export const MONTE_CARLO_REASONS = ['no-trades', 'no-valid-stops', 'equity-not-positive'] as const;
export type MonteCarloReason = (typeof MONTE_CARLO_REASONS)[number];

/** Share of the account that a trade risks by default, percent. */
export const USUAL_RISK_PCT = 1;

/** Limits of the share of the account that a trade risks, percent. */
export const MIN_RISK_PCT = 0.01;
export const MAX_RISK_PCT = 100;
