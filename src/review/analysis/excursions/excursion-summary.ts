import { type ExactDecimal, decimalOf, plus } from '../../../shared/decimal/exact-decimal.js';
import { ZERO, mean, ratio } from '../../../shared/decimal/exact-sum.js';
import type { StampResolution } from '../minutes/stamp-resolution.js';
import { type Bounds, type ExcursionTrades, excursionOf, hasAllBars } from './excursion.js';
import type { ExcursionWalks } from './walk-excursions.js';

/** Summary of all trades of a session. Averages and the edge ratio cover only complete trades with an initial risk. */
export interface ExcursionSummary {
  /**
   * Number of complete trades, with or without an initial risk. `measured` + `incomplete` is the number of all trades.
   */
  readonly measured: number;
  readonly incomplete: number;
  /** Mean MFE in R; null if no complete trade has an initial risk. */
  readonly avgMfeR: Bounds | null;
  readonly avgMaeR: Bounds | null;
  /**
   * Σ MFE / Σ MAE in R. If it is above 1, price moved further in favour of the trades than against them. A bound is
   * null if its denominator is 0. (Faith's e-ratio covers a fixed horizon instead of the duration of the trade.)
   */
  readonly edgeRatio: Bounds<number | null> | null;
}

/** Returns the summary if no trade is measured: the session has no trades, or the bars are not loaded yet. */
export const unmeasuredExcursions = (count: number): ExcursionSummary => ({
  measured: 0,
  incomplete: count,
  avgMfeR: null,
  avgMaeR: null,
  edgeRatio: null,
});

/** Returns the summary. Averages are computed from the rounded figures in R of each trade. */
export function summarizeExcursions(
  trades: ExcursionTrades,
  walks: ExcursionWalks,
  resolution: StampResolution,
): ExcursionSummary {
  let [measured, withRisk] = [0, 0];
  let [mfe, mae] = [NO_SUM, NO_SUM];
  for (let trade = 0; trade < trades.count; trade += 1) {
    if (!hasAllBars(trades, walks, trade, resolution)) continue;
    measured += 1;
    if (Number.isNaN(trades.stopLoss[trade]!)) continue;
    const { r } = excursionOf(trades, walks, trade, resolution);
    withRisk += 1;
    mfe = added(mfe, r!.mfe);
    mae = added(mae, r!.mae);
  }
  const blank = unmeasuredExcursions(trades.count - measured);
  if (withRisk === 0) return { ...blank, measured };
  const average = ({ min, max }: BoundSums) => ({ min: mean(min, withRisk)!, max: mean(max, withRisk) });
  return {
    ...blank,
    measured,
    avgMfeR: average(mfe),
    avgMaeR: average(mae),
    edgeRatio: { min: ratio(mfe.min, mae.max), max: ratio(mfe.max, mae.min) },
  };
}

interface BoundSums {
  readonly min: ExactDecimal;
  readonly max: ExactDecimal;
}

const NO_SUM: BoundSums = { min: ZERO, max: ZERO };

const added = (sums: BoundSums, { min, max }: Bounds): BoundSums => ({
  min: plus(sums.min, decimalOf(min)),
  max: plus(sums.max, decimalOf(max!)),
});
