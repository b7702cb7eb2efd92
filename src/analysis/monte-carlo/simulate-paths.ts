import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { decimalOf, roundedDouble } from '../../decimal/exact-decimal.js';
import { ZERO, counted, ratio, whole } from '../../decimal/exact-sum.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { bandPoints } from './band-points.js';
import { type PathSettings, equityPaths } from './equity-paths.js';
import { type Method, pathOrders } from './path-orders.js';
import { type Percentiles, percentilesOf } from './percentiles.js';

/** Version of this analysis, which is part of the ETag. Raise the version with every change of the response. */
export const MONTE_CARLO_VERSION = 1;

export interface SimulationSettings extends PathSettings {
  readonly method: Method;
  /** Number of trades in a path, at least 1. A shuffled path always contains all trades. */
  readonly trades: number;
  /** Seed of the generator, 0..2^32 − 1. The same seed gives the same result on every machine. */
  readonly seed: number;
}

export interface EquityBand extends Percentiles {
  /** Number of trades of the paths that have closed. */
  readonly trade: number;
}

/** Results of random paths of the same trades. Money is in account currency. */
export interface MonteCarlo {
  readonly reason: 'no-trades' | null;
  readonly method: Method;
  readonly paths: number;
  readonly trades: number;
  readonly seed: number;
  /** The equity after a number of trades, at up to 200 points. */
  readonly equityBands: readonly EquityBand[];
  readonly finalEquity: Percentiles | null;
  /**
   * Greatest fall of a path below its peak, in money and in percent of the peak. As in the statistics, the two may be
   * different falls.
   */
  readonly maxDrawdown: Percentiles | null;
  readonly maxDrawdownPct: Percentiles | null;
  /** Share of the paths with an equity at or below the ruin level, at the start or after any trade, 0..1. */
  readonly riskOfRuin: number | null;
  /** Standard error of `riskOfRuin`, √(p(1 − p)/paths). More paths make it smaller. */
  readonly standardError: number | null;
}

/** Unit in which money is counted along the paths. */
const UNIT = counted(1);

/** Simulates random paths of the closed trades. One generator draws all paths, one path after another. */
export function simulatePaths(
  { count, plNet }: Pick<AnalysedTrades, 'count' | 'plNet'>,
  settings: SimulationSettings,
): MonteCarlo {
  const { method, paths, seed } = settings;
  if (count === 0) return { ...NO_TRADES, method, seed };
  const trades = method === 'shuffle' ? count : settings.trades;
  const points = bandPoints(trades);
  const nextPath = pathOrders(method, xoroshiro128plus(seed), count);
  const walked = equityPaths(plNet.subarray(0, count), { ...settings, trades }, nextPath, points);
  const balance = decimalOf(settings.initialBalance);
  const bands = walked.gains.map((values) => percentilesOf(values, UNIT, balance));
  const ruin = walked.ruined / paths;
  return {
    reason: null,
    method,
    paths,
    trades,
    seed,
    equityBands: bands.map((band, point) => ({ trade: points[point]!, ...band })),
    finalEquity: bands.at(-1)!,
    maxDrawdown: percentilesOf(walked.maxDrawdown, UNIT, ZERO),
    maxDrawdownPct: percentilesOf(walked.maxDrawdownShare, whole(100), ZERO),
    riskOfRuin: ratio(whole(walked.ruined), whole(paths)),
    standardError: roundedDouble(Math.sqrt((ruin * (1 - ruin)) / paths)),
  };
}

const NO_TRADES = {
  reason: 'no-trades',
  paths: 0,
  trades: 0,
  equityBands: [],
  finalEquity: null,
  maxDrawdown: null,
  maxDrawdownPct: null,
  riskOfRuin: null,
  standardError: null,
} as const;
