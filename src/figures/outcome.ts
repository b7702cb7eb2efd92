/** Outcome of a trade; see `figures/calculator/outcomes.ts` for the limits. */
export const OUTCOMES = ['win', 'loss', 'break-even'] as const;
export type Outcome = (typeof OUTCOMES)[number];
