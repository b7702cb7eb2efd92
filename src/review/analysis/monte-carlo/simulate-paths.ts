import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { type ExactDecimal, decimalOf, roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { ZERO, counted, ratio, whole } from '../../../shared/decimal/exact-sum.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { bandPoints } from './band-points.js';
import type { Basis, MonteCarloReason } from './bases.js';
import { compoundPaths } from './compound-paths.js';
import { equityPaths } from './equity-paths.js';
import { equityFactors, riskFactors } from './growth-factors.js';
import { type Method, type NextPath, pathOrders } from '../path-orders.js';
import { type Percentiles, percentilesOf } from './percentiles.js';
import { type SimulationSettings, pathLength } from './simulation-settings.js';
import { type SuggestedBasis, suggestedBasis } from './suggested-basis.js';

export interface EquityBand extends Percentiles {
  /** Number of trades of the path that have closed. */
  readonly trade: number;
}

/** Results of random paths that are drawn from the trades of a session. Money is in account currency. */
export interface MonteCarlo extends PathFigures {
  /** Reason why there are no paths; null if there are paths. */
  readonly reason: MonteCarloReason | null;
  readonly method: Method;
  readonly basis: Basis;
  /** Share of the account that a trade risks, percent; null unless the basis is risk. */
  readonly riskPct: number | null;
  /** Number of trades from which the paths are drawn. */
  readonly sampleSize: number;
  readonly seed: number;
  readonly suggested: SuggestedBasis;
}

interface PathFigures {
  readonly paths: number;
  readonly trades: number;
  /** The equity after a number of trades, at up to 200 points. */
  readonly equityBands: readonly EquityBand[];
  readonly finalEquity: Percentiles | null;
  /**
   * Greatest fall of a path below its peak, in money and in percent of the peak. As in the statistics, these may be two
   * different falls.
   */
  readonly maxDrawdown: Percentiles | null;
  readonly maxDrawdownPct: Percentiles | null;
  /** Share of the paths whose equity is at or below the ruin level at the start or after any trade, 0..1. */
  readonly riskOfRuin: number | null;
  /** Standard error of `riskOfRuin`, √(p(1 − p)/paths). The error decreases with the number of paths. */
  readonly standardError: number | null;
}

/**
 * Simulates random paths of the closed trades. All paths are drawn by one generator, one path after another.
 * @throws RefusedQuery if the paths have too many trades in total
 */
export function simulatePaths(trades: AnalysedTrades, settings: SimulationSettings): MonteCarlo {
  const { method, basis, riskPct, seed, initialBalance } = settings;
  const { reason, sample, compounds } = sampleOf(trades, settings);
  const answer = {
    reason,
    method,
    basis,
    riskPct,
    sampleSize: sample.length,
    seed,
    suggested: suggestedBasis(trades, initialBalance),
  };
  if (reason !== null) return { ...answer, ...NO_PATHS };
  return { ...answer, ...pathFigures(sample, compounds, settings) };
}

/** The effect of each trade on the equity of a path: an amount that is added or, if `compounds` is true, a factor. */
interface Sample {
  readonly reason: MonteCarloReason | null;
  readonly sample: Float64Array;
  readonly compounds: boolean;
}

function sampleOf(trades: AnalysedTrades, { basis, riskPct, initialBalance }: SimulationSettings): Sample {
  const plNet = trades.plNet.subarray(0, trades.count);
  if (trades.count === 0) return { reason: 'no-trades', sample: plNet, compounds: false };
  if (basis === 'money') return { reason: null, sample: plNet, compounds: false };
  if (basis === 'equity') {
    const factors = equityFactors(trades, initialBalance);
    if (!factors) return { reason: 'equity-not-positive', sample: plNet, compounds: false };
    return { reason: null, sample: factors, compounds: true };
  }
  const factors = riskFactors(trades, riskPct!);
  return { reason: factors.length === 0 ? 'no-valid-stops' : null, sample: factors, compounds: true };
}

function pathFigures(sample: Float64Array, compounds: boolean, settings: SimulationSettings): PathFigures {
  const { method, paths, seed, initialBalance } = settings;
  const trades = pathLength(settings, sample.length);
  const points = bandPoints(trades);
  const nextPath = pathOrders(method, xoroshiro128plus(seed), sample.length);
  const walk = compounds ? compounded : added;
  const walked = walk(sample, { ...settings, trades }, nextPath, points);
  const start = compounds ? ZERO : decimalOf(initialBalance);
  const bands = walked.values.map((values) => percentilesOf(values, walked.unit, start));
  const ruin = walked.ruined / paths;
  return {
    paths,
    trades,
    equityBands: bands.map((band, point) => ({ trade: points[point]!, ...band })),
    finalEquity: bands.at(-1)!,
    maxDrawdown: percentilesOf(walked.maxDrawdown, walked.unit, ZERO),
    maxDrawdownPct: percentilesOf(walked.maxDrawdownShare, whole(100), ZERO),
    riskOfRuin: ratio(whole(walked.ruined), whole(paths)),
    standardError: roundedDouble(Math.sqrt((ruin * (1 - ruin)) / paths)),
  };
}

interface WalkedPaths {
  /** The value of each path at each point, in `unit`. */
  readonly values: readonly Float64Array[];
  readonly maxDrawdown: Float64Array;
  readonly maxDrawdownShare: Float64Array;
  readonly ruined: number;
  readonly unit: ExactDecimal;
}

type Walk = (
  sample: Float64Array,
  settings: SimulationSettings & { readonly trades: number },
  nextPath: NextPath,
  points: Uint32Array,
) => WalkedPaths;

/** Simulates paths that add the amounts of the trades. The paths start at 0 and are in units of 1e-8. */
const added: Walk = (plNet, settings, nextPath, points) => {
  const { gains, ...rest } = equityPaths(plNet, settings, nextPath, points);
  return { values: gains, ...rest, unit: counted(1) };
};

/**
 * Simulates paths that multiply by the factors of the trades. The paths start at the initial balance and are in account
 * currency.
 */
const compounded: Walk = (factors, settings, nextPath, points) => {
  const { equity, ...rest } = compoundPaths(factors, settings, nextPath, points);
  return { values: equity, ...rest, unit: whole(1) };
};

const NO_PATHS: PathFigures = {
  paths: 0,
  trades: 0,
  equityBands: [],
  finalEquity: null,
  maxDrawdown: null,
  maxDrawdownPct: null,
  riskOfRuin: null,
  standardError: null,
};
