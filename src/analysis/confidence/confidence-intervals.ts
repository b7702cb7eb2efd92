import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { classifyOutcomes } from '../../figures/calculator/outcomes.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { type Estimate, meanEstimate, profitFactorEstimate, shareEstimate } from './estimates.js';

export interface ConfidenceSettings {
  /** Probability of an interval to hold the true value, 0..1. */
  readonly level: number;
  /** How often the trades are drawn anew, as many as there are, for each figure. */
  readonly resamples: number;
  /** 0..2^32 − 1. The same seed gives the same answer, on every machine. */
  readonly seed: number;
  /** |plNet| up to which a trade counts as break-even, account currency, from 0; matters for the winrate alone. */
  readonly breakEvenThreshold: number;
}

/** How far figures of a session may be off by chance. */
export interface Confidence {
  readonly reason: 'no-trades' | null;
  readonly level: number;
  readonly resamples: number;
  readonly seed: number;
  /** Break-evens count among the trades. */
  readonly winrate: Estimate;
  readonly expectancy: Estimate;
  /** Over the trades with R. */
  readonly avgRMultiple: Estimate;
  readonly netProfitFactor: Estimate;
}

/**
 * One generator draws in the order of the fields, resample by resample; a figure without an interval draws nothing.
 * There is none for the greatest drawdown: the bootstrap does not hold for it, since it depends on the order of the
 * trades and on the worst of them.
 */
export function confidenceIntervals(
  trades: Pick<AnalysedTrades, 'count' | 'plNet' | 'rMultiple'>,
  { level, resamples, seed, breakEvenThreshold }: ConfidenceSettings,
): Confidence {
  const { count } = trades;
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
