import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { exactSum } from '../../../shared/decimal/exact-sum.js';
import { type ResamplingSettings, fractionInterval } from './fraction-interval.js';
import { UNLIMITED, optimalFraction } from './optimal-fraction.js';

export const OPTIMUM_REASONS = [
  'no-loss',
  'too-few-trades',
  'too-few-losses',
  'too-many-trades',
  'unbounded',
] as const;
export type OptimumReason = (typeof OPTIMUM_REASONS)[number];

/** The fraction of the equity with the fastest growth if the trades follow one another. Figures are in percent. */
export interface Optimum {
  readonly fractionPct: number | null;
  /** Growth per trade at this fraction. */
  readonly growthPctInSequence: number | null;
  /** Bounds of the interval of `fractionPct`. If they are null, `reason` states why. */
  readonly low: number | null;
  readonly high: number | null;
  /** Reason why figures are null; null if no figure is null. */
  readonly reason: OptimumReason | null;
}

const MIN_TRADES = 10;
const MIN_LOSSES = 5;

/**
 * Returns the optimal fraction and its interval.
 * @param resampling null if there are too many trades to resample
 */
export function optimumOf(results: Float64Array, resampling: ResamplingSettings | null): Optimum {
  if (results.length === 0) return withoutInterval(null, null, 'too-few-trades');
  const fraction = optimalFraction(results, exactSum(results).mantissa > 0);
  if (fraction === UNLIMITED) return withoutInterval(null, null, 'no-loss');
  const [fractionPct, growthPct] = [percent(fraction), percent(growthAt(results, fraction))];
  const reason = reasonWithoutInterval(results, resampling);
  if (reason !== null) return withoutInterval(fractionPct, growthPct, reason);
  const { low, high } = fractionInterval(results, resampling!);
  return {
    fractionPct,
    growthPctInSequence: growthPct,
    low: percent(low),
    high: percent(high),
    reason: Number.isFinite(high) ? null : 'unbounded',
  };
}

function reasonWithoutInterval(
  results: Float64Array,
  resampling: ResamplingSettings | null,
): OptimumReason | null {
  if (results.length < MIN_TRADES) return 'too-few-trades';
  if (results.reduce((losses, result) => losses + Number(result < 0), 0) < MIN_LOSSES)
    return 'too-few-losses';
  return resampling === null ? 'too-many-trades' : null;
}

const withoutInterval = (
  fractionPct: number | null,
  growthPctInSequence: number | null,
  reason: OptimumReason,
): Optimum => ({ fractionPct, growthPctInSequence, low: null, high: null, reason });

/** Returns the growth per trade, exp(mean ln(1 + f · x)) − 1. */
function growthAt(results: Float64Array, fraction: number): number {
  let sum = 0;
  for (const result of results) sum += Math.log1p(fraction * result);
  return Math.expm1(sum / results.length);
}

const percent = (share: number): number | null => roundedDouble(share * 100);
