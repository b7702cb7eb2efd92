import { minus } from './exact-decimal.js';
import { type SignedSums, ZERO, ratio } from './exact-sum.js';

/**
 * Profit factor: Σ of the positive values / |Σ of the negative ones|, by raw sign: no break-even threshold plays a
 * part. A ratio from 0; above 1 the column earns more than it loses. 0 means losses and no profit; null that no
 * value is negative, however much was earned.
 */
export const profitFactor = ({ gained, lost }: SignedSums): number | null => ratio(gained, minus(ZERO, lost));
