/** Multiples of the costs that are shown by default. */
export const DEFAULT_MULTIPLES: readonly number[] = [0, 1, 2, 3];
/** Additional costs per fill that are shown by default, in basis points of its value. */
export const DEFAULT_BASIS_POINTS: readonly number[] = [0, 1, 2, 5, 10];

/* The limits are documented in docs/analysis.md. */

export const MAX_COST_MULTIPLE = 100;
export const MAX_BASIS_POINTS = 1_000;
/** Maximum number of values of each list. */
export const MAX_FACTORS = 10;
/** Maximum number of decimals of a value. */
export const FACTOR_DECIMALS = 4;
