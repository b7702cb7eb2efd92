import { minus } from '../../decimal/exact-decimal.js';
import { type SignedSums, ZERO, ratio } from '../../decimal/exact-sum.js';

/**
 * Profit factor: Σ of the positive values / |Σ of the negative ones|, by sign alone: the break-even threshold does not
 * matter. A ratio of at least 0; above 1 the profits exceed the losses. 0 means losses without a profit; null means
 * that no value is negative, whatever the profits.
 */
export const profitFactor = ({ gained, lost }: SignedSums): number | null => ratio(gained, minus(ZERO, lost));
