import { rounded, roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { ZERO, exactSum, mean, whole } from '../../../shared/decimal/exact-sum.js';
import { valuesAt } from '../../../shared/figures/calculator/trade-columns.js';
import { compensatedSum } from '../../../shared/figures/probability/compensated-sum.js';
import { inUnits } from '../equity/falls.js';
import { type Percentiles, percentilesOf } from '../monte-carlo/percentiles.js';
import { bracketReturns } from './bracket-returns.js';
import { type HistogramBin, histogramOf } from './histogram.js';
import type { MarketGrid } from './market-grid.js';
import { heldReturns, randomEntries } from './random-entries.js';
import type { MeasuredTrades, TimedTrades } from './timed-trades.js';
import type { TimingMethod } from './timing-limits.js';

/** A figure of the real entries, and the distribution of the same figure over random entries. */
export interface TimingFigure extends Percentiles {
  readonly observed: number | null;
  readonly mean: number | null;
  readonly pValue: number | null;
  readonly standardError: number | null;
}

/** The result of the real entries, and the distribution of the results of random entries. */
export interface TimingNet extends TimingFigure {
  readonly histogram: readonly HistogramBin[];
}

/** The sum (`net`) and the means of the results that are stored with the measured trades. */
export interface ActualResults {
  readonly net: number;
  readonly avgPct: number | null;
  readonly avgR: number | null;
}

export interface TimingResults {
  readonly actual: ActualResults;
  readonly net: TimingNet;
  readonly avgPct: TimingFigure;
  /** Null if no measured trade has an initial risk. */
  readonly avgR: TimingFigure | null;
}

export interface TimingDraws {
  readonly method: TimingMethod;
  readonly paths: number;
  readonly seed: number;
  /** Number of minutes for which a bracket is followed. */
  readonly horizonMinutes: number;
}

/** Compares the real entries with random entries. At least one trade must be measured. */
export function timingResults(
  trades: TimedTrades,
  measured: MeasuredTrades,
  gridOf: ReadonlyMap<number, MarketGrid>,
  draws: TimingDraws,
): TimingResults {
  const returnAt =
    draws.method === 'shift'
      ? heldReturns(trades, measured, gridOf)
      : bracketReturns(trades, measured, gridOf, draws.horizonMinutes);
  const { observed, paths } = randomEntries(trades, measured, returnAt, draws);
  return {
    actual: actualResults(trades, measured),
    net: { ...timingFigure(observed.net[0]!, paths.net), histogram: histogramOf(paths.net) },
    avgPct: timingFigure(observed.avgPct[0]!, paths.avgPct),
    avgR: Number.isNaN(observed.avgR[0]!) ? null : timingFigure(observed.avgR[0]!, paths.avgR),
  };
}

function actualResults({ plNet, plPct, rMultiple }: TimedTrades, { places }: MeasuredTrades): ActualResults {
  const multiples = valuesAt(rMultiple, places).filter((value) => !Number.isNaN(value));
  return {
    net: rounded(exactSum(valuesAt(plNet, places))),
    avgPct: mean(exactSum(valuesAt(plPct, places)), places.length),
    avgR: mean(exactSum(multiples), multiples.length),
  };
}

/**
 * Returns the comparison of a figure. Values are compared in units of 1e-8. Despite rounding errors, a path with the
 * result of the real entries therefore counts as equal.
 */
function timingFigure(observed: number, values: Float64Array): TimingFigure {
  const units = inUnits(observed);
  let reached = 0;
  for (let path = 0; path < values.length; path += 1) reached += Number(inUnits(values[path]!) >= units);
  const pValue = (1 + reached) / (1 + values.length);
  return {
    observed: roundedDouble(observed),
    ...percentilesOf(values, whole(1), ZERO),
    mean: roundedDouble(compensatedSum(values) / values.length),
    pValue: roundedDouble(pValue),
    standardError: roundedDouble(Math.sqrt((pValue * (1 - pValue)) / values.length)),
  };
}
