import type { Session } from '../../../sessions/session.entity.js';
import { MAX_DRAWS, seedOf } from '../random-draws.js';
import { RefusedQuery } from '../refused-query.js';
import { type Basis, USUAL_RISK_PCT } from './bases.js';
import type { MonteCarloQuery } from './monte-carlo.dto.js';
import type { Method } from '../path-orders.js';

/** Maximum number of trades in a path. It does not apply to shuffled paths. */
const MAX_PATH_TRADES = 10_000;

/** Minimum number of paths. */
const MIN_PATHS = 100;

export interface SimulationSettings {
  readonly method: Method;
  readonly basis: Basis;
  /** Share of the account that a trade risks, percent; null unless the basis is risk. */
  readonly riskPct: number | null;
  /** Equity before the first trade, in account currency; above 0. */
  readonly initialBalance: number;
  readonly paths: number;
  /**
   * Number of trades in a path; null for the default, which depends on the trades. A shuffled path always has all
   * trades.
   */
  readonly trades: number | null;
  /** A path is ruined if its equity falls to this level or below, account currency. */
  readonly ruinLevel: number;
  /** Seed of the generator, 0..2^32 − 1. The same seed gives the same result on every machine. */
  readonly seed: number;
}

/**
 * Returns the settings of a request for simulated paths.
 * @param sampleSize number of trades from which the paths are drawn; null if it is known only after reading the trades
 * @throws RefusedQuery if the paths certainly have too many trades in total
 */
export function simulationSettings(
  { initialBalance, randomSeed }: Pick<Session, 'initialBalance' | 'randomSeed'>,
  query: MonteCarloQuery,
  sampleSize: number | null,
): SimulationSettings {
  const { method, basis, paths, ruinLevel = initialBalance / 2, seed = seedOf({ randomSeed }) } = query;
  const riskPct = basis === 'risk' ? (query.riskPct ?? USUAL_RISK_PCT) : null;
  const settings = { method, basis, riskPct, initialBalance, paths, ruinLevel, seed };
  const given = { ...settings, trades: query.trades ?? null };
  if (sampleSize === null) {
    if (given.trades !== null) pathLength(given, 0);
    return given;
  }
  return { ...settings, trades: pathLength(given, sampleSize) };
}

/**
 * Returns the number of trades of a path.
 * @throws RefusedQuery if the paths have too many trades in total
 */
export function pathLength(
  { method, paths, trades: given }: Pick<SimulationSettings, 'method' | 'paths' | 'trades'>,
  sampleSize: number,
): number {
  const trades = method === 'shuffle' ? sampleSize : (given ?? Math.min(sampleSize, MAX_PATH_TRADES));
  if (paths * trades <= MAX_DRAWS) return trades;
  const most = Math.floor(MAX_DRAWS / trades);
  throw new RefusedQuery(
    most < MIN_PATHS
      ? { field: 'method', message: tooLongToShuffle(trades) }
      : { field: 'paths', message: `must not be greater than ${most} for paths of ${trades} trades` },
  );
}

const tooLongToShuffle = (trades: number): string =>
  `must not be shuffle for a session of more than ${MAX_DRAWS / MIN_PATHS} trades: it has ${trades}`;
