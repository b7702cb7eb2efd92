import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { UNITS_PER_ONE, mean, ratio, sumsBySign, whole } from '../../../shared/decimal/exact-sum.js';
import { unitColumn } from '../../../shared/decimal/unit-column.js';
import { momentsOf } from '../../../shared/figures/probability/moments.js';
import { normalQuantile } from '../../../shared/figures/probability/normal.js';
import { wilsonInterval } from '../../../shared/figures/probability/wilson-interval.js';
import { profitFactor } from '../../../shared/figures/calculator/profit-factor.js';
import { bcaInterval, meanAcceleration, percentileInterval } from './bca-interval.js';
import { resampledProfitFactors, resampledSums } from './resampled-sums.js';

/** Default level of an interval. */
export const USUAL_LEVEL = 0.95;

export const ESTIMATE_METHODS = ['wilson', 'bca', 'percentile'] as const;
export type EstimateMethod = (typeof ESTIMATE_METHODS)[number];
export const ESTIMATE_NOTES = ['indicative'] as const;
export type EstimateNote = (typeof ESTIMATE_NOTES)[number];
export const ESTIMATE_REASONS = ['too-few-trades', 'too-few-losses', 'equal-trades', 'unbounded'] as const;
export type EstimateReason = (typeof ESTIMATE_REASONS)[number];

/** A figure with its confidence interval. The interval contains the true value with the probability `level`. */
export interface Estimate {
  readonly value: number | null;
  /** Lower bound. If it is null, `reason` states why. */
  readonly low: number | null;
  readonly high: number | null;
  readonly method: EstimateMethod | null;
  /** `indicative` if there are fewer than 20 trades. */
  readonly note: EstimateNote | null;
  /**
   * Reason why a bound is null. `unbounded` means that too many resamples have no losing trade, so the bound is
   * infinite.
   */
  readonly reason: EstimateReason | null;
}

/** Settings of the resampling. All estimates of a response use the same generator. */
export interface Resampling {
  readonly level: number;
  readonly resamples: number;
  readonly rng: RandomGenerator;
}

/** Minimum number of trades for an estimate that is not only `indicative`. */
const ENOUGH = 20;
const MIN_FOR_BCA = 10;
const MIN_LOSSES = 5;

const noted = (count: number) => (count > 0 && count < ENOUGH ? 'indicative' : null);

const withoutInterval = (value: number | null, count: number, reason: EstimateReason): Estimate => ({
  value,
  low: null,
  high: null,
  method: null,
  note: noted(count),
  reason,
});

/** Returns a share of successes, 0..1, with its Wilson interval. */
export function shareEstimate(successes: number, count: number, level: number): Estimate {
  const interval = wilsonInterval(successes, count, normalQuantile((1 + level) / 2));
  if (!interval) return withoutInterval(null, count, 'too-few-trades');
  return {
    value: ratio(whole(successes), whole(count)),
    ...interval,
    method: 'wilson',
    note: noted(count),
    reason: null,
  };
}

/**
 * Returns the mean of the values with its BCa bootstrap interval. There is no interval if there are fewer than 10
 * values or if all values are equal.
 */
export function meanEstimate(values: Float64Array, { level, resamples, rng }: Resampling): Estimate {
  const { count, sum, skewness } = momentsOf(values);
  const value = mean(sum, count);
  if (count < MIN_FOR_BCA) return withoutInterval(value, count, 'too-few-trades');
  if (skewness === null) return withoutInterval(value, count, 'equal-trades');
  const units = unitColumn(values);
  const sums = resampledSums(units, resamples, rng);
  const total = units.reduce((all, each) => all + each, 0);
  const { low, high, method } = bcaInterval(sums, total, meanAcceleration(skewness, count), level);
  const meanOf = (bound: number) => roundedDouble(bound / UNITS_PER_ONE / count);
  return { value, low: meanOf(low), high: meanOf(high), method, note: noted(count), reason: null };
}

/**
 * Returns the net profit factor with its percentile bootstrap interval. There is no interval if there are fewer than 5
 * losing trades.
 */
export function profitFactorEstimate(plNet: Float64Array, { level, resamples, rng }: Resampling): Estimate {
  const count = plNet.length;
  const value = profitFactor(sumsBySign(plNet, count));
  const losses = plNet.reduce((all, net) => all + Number(net < 0), 0);
  if (losses < MIN_LOSSES) return withoutInterval(value, count, 'too-few-losses');
  const factors = resampledProfitFactors(unitColumn(plNet), resamples, rng);
  const { low, high, method } = percentileInterval(factors, level);
  const reason = Number.isFinite(high) ? null : 'unbounded';
  return { value, low: roundedDouble(low), high: roundedDouble(high), method, note: noted(count), reason };
}
