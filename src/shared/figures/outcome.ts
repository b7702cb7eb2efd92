/** Outcome of a trade, as defined in `figures/calculator/outcomes.ts`. */
export const OUTCOMES = ['win', 'loss', 'break-even'] as const;
export type Outcome = (typeof OUTCOMES)[number];
