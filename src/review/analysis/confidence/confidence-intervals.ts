import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { classifyOutcomes } from '../../../shared/figures/calculator/outcomes.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { type Estimate, meanEstimate, profitFactorEstimate, shareEstimate } from './estimates.js';
import { resampleCount } from './resample-count.js';

export interface ConfidenceSettings {
  /** Probability that an interval contains the true value, 0..1. */
  readonly level: number;
  /**
   * Number of resamples per figure; null for the default. A resample consists of as many drawn trades as the figure
   * uses.
   */
  readonly resamples: number | null;
  /** Seed of the generator, 0..2^32 − 1. The same seed gives the same result on every machine. */
  readonly seed: number;
  /** |plNet| up to which a trade counts as break-even, in account currency, at least 0. Affects only the winrate. */
  readonly breakEvenThreshold: number;
}

/** Figures of a session with confidence intervals. */
export interface Confidence {
  readonly reason: 'no-trades' | null;
  readonly level: number;
  readonly resamples: number;
  readonly seed: number;
  /** Wins / all trades. Break-evens count as trades, but not as wins. */
  readonly winrate: Estimate;
  readonly expectancy: Estimate;
  /** Mean R multiple of the trades that have an R multiple. */
  readonly avgRMultiple: Estimate;
  readonly netProfitFactor: Estimate;
}

/**
 * Computes the confidence intervals.
 *
 * The figures share one random generator, in the order of the fields. A figure without an interval takes no random
 * numbers from the generator. The greatest drawdown has no interval: it depends on the order of the trades and on the
 * worst trades, so the bootstrap is not valid for it.
 * @throws RefusedQuery if too many trades would have to be drawn
 */
export function confidenceIntervals(
  trades: Pick<AnalysedTrades, 'count' | 'plNet' | 'rMultiple'>,
  { level, resamples: given, seed, breakEvenThreshold }: ConfidenceSettings,
): Confidence {
  const { count } = trades;
  const resamples = resampleCount(given, count);
  const plNet = trades.plNet.subarray(0, count);
  const rMultiples = trades.rMultiple.subarray(0, count).filter((value) => !Number.isNaN(value));
  const { counts } = classifyOutcomes(plNet, count, breakEvenThreshold);
  const resampling = { level, resamples, rng: xoroshiro128plus(seed) };
  return {
    reason: count === 0 ? 'no-trades' : null,
    level,
    resamples,
    seed,
    winrate: shareEstimate(counts.win, count, level),
    expectancy: meanEstimate(plNet, resampling),
    avgRMultiple: meanEstimate(rMultiples, resampling),
    netProfitFactor: profitFactorEstimate(plNet, resampling),
  };
}
