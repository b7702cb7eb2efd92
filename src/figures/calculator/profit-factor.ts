import { minus } from '../../decimal/exact-decimal.js';
import { type SignedSums, ZERO, ratio } from '../../decimal/exact-sum.js';

/**
 * Returns the profit factor: Σ of the positive values / |Σ of the negative values|. Only the sign counts, not the
 * break-even threshold. The profit factor is at least 0. Above 1, the profits exceed the losses. 0 means that there are
 * losses but no profit. Null means that no value is negative.
 */
export const profitFactor = ({ gained, lost }: SignedSums): number | null => ratio(gained, minus(ZERO, lost));
