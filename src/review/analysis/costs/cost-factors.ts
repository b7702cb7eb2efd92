/** Default multiples of the costs. */
export const DEFAULT_MULTIPLES: readonly number[] = [0, 1, 2, 3];
/** Default additional costs per fill, in basis points of the value of the fill. */
export const DEFAULT_BASIS_POINTS: readonly number[] = [0, 1, 2, 5, 10];

/* Limits of the parameters, documented in docs/analysis.md. */

export const MAX_COST_MULTIPLE = 100;
export const MAX_BASIS_POINTS = 1_000;
/** Maximum number of values in each list. */
export const MAX_FACTORS = 10;
/** Maximum number of decimals of a value. */
export const FACTOR_DECIMALS = 4;
