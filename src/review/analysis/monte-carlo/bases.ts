/**
 * The basis is the result that a trade keeps in every path. `money`: the result in money. `equity`: the
 * result in percent of the account before the trade. `risk`: the result in R; every trade risks the same share of the
 * account.
 */
export const BASES = ['money', 'equity', 'risk'] as const;
export type Basis = (typeof BASES)[number];

/**
 * Reasons why there are no paths. `no-valid-stops` occurs only with the basis risk, and `equity-not-positive` only with
 * the basis equity.
 */
export const MONTE_CARLO_REASONS = ['no-trades', 'no-valid-stops', 'equity-not-positive'] as const;
export type MonteCarloReason = (typeof MONTE_CARLO_REASONS)[number];

/** Share of the account that a trade risks by default, percent. */
export const USUAL_RISK_PCT = 1;

/** Limits of the share of the account that a trade risks, percent. */
export const MIN_RISK_PCT = 0.01;
export const MAX_RISK_PCT = 100;
