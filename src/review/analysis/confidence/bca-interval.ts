import { normalCdf, normalQuantile } from '../../../shared/figures/probability/normal.js';
import { quantile } from '../../../shared/figures/probability/quantile.js';

/** Bounds in the unit of the resampled values. If resampled values are infinite, a bound can be infinite, too. */
export interface ResampledInterval {
  readonly low: number;
  readonly high: number;
  readonly method: 'bca' | 'percentile';
}

/** Returns the percentile interval: the quantiles of the resampled values at (1 − level)/2 and (1 + level)/2. */
export const percentileInterval = (sorted: Float64Array, level: number): ResampledInterval => ({
  low: quantile(sorted, (1 - level) / 2),
  high: quantile(sorted, (1 + level) / 2),
  method: 'percentile',
});

/**
 * Returns the bias-corrected and accelerated bootstrap interval (Efron, "Better bootstrap confidence intervals", 1987):
 * the quantiles at Φ(z₀ + (z₀ ± z)/(1 − a(z₀ ± z))).
 *
 * z₀ is Φ⁻¹ of the share of resampled values that are below the value of the sample; of the values that equal it, half
 * count as below. z is the normal quantile of the level. If z₀ is infinite or if a denominator is 0 or less, the
 * result is the percentile interval, and `method` says so.
 * @param sorted the resampled values, ascending
 * @param value value of the sample in the unit of the resampled values, so that equal values are recognised
 * @param acceleration the acceleration a
 */
export function bcaInterval(
  sorted: Float64Array,
  value: number,
  acceleration: number,
  level: number,
): ResampledInterval {
  const bias = biasOf(sorted, value);
  const reach = normalQuantile((1 + level) / 2);
  const [lower, upper] = [bias - reach, bias + reach];
  const isDefined = Number.isFinite(bias) && 1 - acceleration * lower > 0 && 1 - acceleration * upper > 0;
  if (!isDefined) return percentileInterval(sorted, level);
  const at = (z: number) => quantile(sorted, normalCdf(bias + z / (1 - acceleration * z)));
  return { low: at(lower), high: at(upper), method: 'bca' };
}

/** Returns z₀, the bias of the resampled values. */
export function biasOf(sorted: Float64Array, value: number): number {
  let [below, equal] = [0, 0];
  for (const each of sorted) {
    below += Number(each < value);
    equal += Number(each === value);
  }
  return normalQuantile((below + equal / 2) / sorted.length);
}

/** Returns the acceleration a of a mean by the jackknife: Σ(xᵢ − x̄)³ / (6·(Σ(xᵢ − x̄)²)^1.5), which is g₁/(6√n). */
export const meanAcceleration = (skewness: number, count: number): number =>
  skewness / (6 * Math.sqrt(count));
