import { type Moments, deviationOf, meanOf } from '../../../shared/figures/probability/moments.js';

/** Maximum number of trades in the formula. More trades do not raise the number. */
const MAX_COUNTED = 100;

/**
 * Returns the system quality number: √min(N, 100) · mean R / sd R, over the N trades that have R (Tharp, "Definitive
 * guide to position sizing", 2008). Null if fewer than 2 trades have R or if all R are equal.
 */
export function systemQualityNumber(rMultiples: Moments): number | null {
  const deviation = deviationOf(rMultiples);
  if (!deviation) return null;
  return (Math.sqrt(Math.min(rMultiples.count, MAX_COUNTED)) * meanOf(rMultiples)) / deviation;
}
