import { validationProblem } from '../../problems/problem.js';
import type { Session } from '../../sessions/session.entity.js';
import { MAX_DRAWS, seedOf } from '../random-draws.js';
import type { MonteCarloQuery } from './monte-carlo.dto.js';
import type { SimulationSettings } from './simulate-paths.js';

/** Maximum number of trades in a path that is not shuffled. */
const MAX_PATH_TRADES = 10_000;

/** Minimum number of paths. */
const MIN_PATHS = 100;

/**
 * Returns the settings of a request for simulated paths.
 * @param tradeCount number of trades of the session
 * @throws Problem VALIDATION_FAILED if the paths have too many trades in total
 */
export function simulationSettings(
  { initialBalance, randomSeed }: Pick<Session, 'initialBalance' | 'randomSeed'>,
  query: Pick<MonteCarloQuery, 'method' | 'paths' | 'trades' | 'ruinLevel' | 'seed'>,
  tradeCount: number,
): SimulationSettings {
  const { method, paths, ruinLevel = initialBalance / 2, seed = seedOf({ randomSeed }) } = query;
  const ofDrawn = query.trades ?? Math.min(tradeCount, MAX_PATH_TRADES);
  const trades = method === 'shuffle' ? tradeCount : ofDrawn;
  checkDraws(paths, trades);
  return { initialBalance, method, paths, trades, ruinLevel, seed };
}

function checkDraws(paths: number, trades: number): void {
  if (paths * trades <= MAX_DRAWS) return;
  const most = Math.floor(MAX_DRAWS / trades);
  const problem =
    most < MIN_PATHS
      ? { field: 'method', message: tooLongToShuffle(trades) }
      : { field: 'paths', message: `must not be greater than ${most} for paths of ${trades} trades` };
  throw validationProblem([problem]);
}

const tooLongToShuffle = (trades: number): string =>
  `must not be shuffle for a session of more than ${MAX_DRAWS / MIN_PATHS} trades: it has ${trades}`;
