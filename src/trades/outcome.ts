/** How a trade ended; `figures/calculator/outcomes.ts` says where the limits are. */
export const OUTCOMES = ['win', 'loss', 'break-even'] as const;
export type Outcome = (typeof OUTCOMES)[number];
