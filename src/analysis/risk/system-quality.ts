import { type Moments, deviationOf, meanOf } from '../../figures/probability/moments.js';

/** More trades do not improve the number. */
const MAX_COUNTED = 100;

/**
 * System quality number: √min(N, 100) · mean R / sd R, over the N trades with R (Tharp, "Definitive guide to position
 * sizing", 2008). Null for fewer than 2 of them, or if all are equal.
 */
export function systemQualityNumber(rMultiples: Moments): number | null {
  const deviation = deviationOf(rMultiples);
  if (!deviation) return null;
  return (Math.sqrt(Math.min(rMultiples.count, MAX_COUNTED)) * meanOf(rMultiples)) / deviation;
}
