import { decimalOf, rounded } from '../../decimal/exact-decimal.js';

export interface WilsonInterval {
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the score interval of a probability, 0..1, from successes among trials. The bounds are rounded to 8 decimals.
 * Null if there are no trials.
 * The interval contains the probabilities p with |successes/count − p| ≤ z·√(p(1 − p)/count) (Wilson, "Probable
 * inference, the law of succession, and statistical inference", 1927). Unlike p ± z·s, the interval stays within 0..1,
 * and has a width even if there are no successes.
 * @param z the normal quantile of (1 + level)/2
 */
export function wilsonInterval(successes: number, count: number, z: number): WilsonInterval | null {
  if (count === 0) return null;
  const failures = count - successes;
  const squared = z * z;
  const middle = successes + squared / 2;
  const reach = z * Math.sqrt((successes * failures) / count + squared / 4);
  const bound = (value: number) => rounded(decimalOf(value / (count + squared)));
  // If there are no successes, one bound is exactly 0; if there are no failures, one bound is exactly 1.
  return {
    low: successes === 0 ? 0 : bound(middle - reach),
    high: failures === 0 ? 1 : bound(middle + reach),
  };
}
