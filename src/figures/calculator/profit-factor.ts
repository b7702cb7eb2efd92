import { minus } from '../../decimal/exact-decimal.js';
import { type SignedSums, ZERO, ratio } from '../../decimal/exact-sum.js';

/**
 * Profit factor: Σ of the positive values / |Σ of the negative values|, by sign alone, regardless of the break-even
 * threshold. The ratio is at least 0; above 1, the profits exceed the losses. 0 means that there are losses but no
 * profit; null means that no value is negative.
 */
export const profitFactor = ({ gained, lost }: SignedSums): number | null => ratio(gained, minus(ZERO, lost));
