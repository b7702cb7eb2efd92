import { minus } from '../../decimal/exact-decimal.js';
import { type SignedSums, ZERO, ratio } from '../../decimal/exact-sum.js';

/**
 * Returns the profit factor: Σ of the positive values / |Σ of the negative values|. The break-even threshold does not
 * matter, because only the sign of a value counts. The profit factor is at least 0. Above 1, the profits exceed the
 * losses. It is 0 if there are losses but no profits, and null if there are no losses.
 */
export const profitFactor = ({ gained, lost }: SignedSums): number | null => ratio(gained, minus(ZERO, lost));
