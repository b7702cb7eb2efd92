import { type ExactDecimal, decimalOf, plus, times } from '../../../shared/decimal/exact-decimal.js';
import { exactSum, whole } from '../../../shared/decimal/exact-sum.js';
import { type ExitCounts, exitCounts } from './exit-counts.js';
import type { ExitGrid } from './exit-grid.js';
import type { Cell } from './bracket.js';
import { exitOutcomes } from './exit-outcomes.js';
import { mayHaveMoved } from './moving-stop.js';
import type { ExitWalks } from './exit-walks.js';

/** The exact sum of results in R, and the number of results above 0. */
export interface ResultSum {
  readonly sum: ExactDecimal;
  readonly wins: number;
}

export interface CellSums {
  readonly worst: ResultSum;
  readonly best: ResultSum;
}

/**
 * Trades in two groups. The end of a plain trade (at the target, at the stop or at the close at the horizon) depends
 * only on the first touches, so plain trades are only counted. The other trades are computed one by one.
 */
export interface SplitTrades {
  readonly plain: (cell: Cell) => ExitCounts;
  readonly others: Uint32Array;
}

/**
 * Divides the trades into the two groups.
 * @param canMove true if the stop may move to the entry price
 */
export function splitTrades(
  grid: ExitGrid,
  walks: ExitWalks,
  places: Uint32Array,
  canMove: boolean,
): SplitTrades {
  const mostR = Number.MAX_SAFE_INTEGER / 1e8 / Math.max(1, places.length);
  const isPlain = (trade: number) =>
    walks.openTouched[trade] === 0 &&
    walks.targetsPerhaps[trade] === 0 &&
    walks.stopsPerhaps[trade] === 0 &&
    !(canMove && mayHaveMoved(walks, trade)) &&
    !(Math.abs(walks.closeR[trade]!) > mostR);
  const plain = places.filter(isPlain);
  // The sum of these results is exact in doubles, because no result exceeds `mostR`.
  const closeUnits = Float64Array.from(plain, (trade) => closeUnitsOf(walks.closeR[trade]!));
  return {
    plain: exitCounts(grid, walks, plain, closeUnits),
    others: places.filter((trade) => !isPlain(trade)),
  };
}

/** Returns a result as a count of units of 1e-8. Results are rounded to 8 decimals, so the count is exact. */
const closeUnitsOf = (closeR: number): number => (Number.isNaN(closeR) ? 0 : Math.round(closeR * 1e8));

/** Returns the sum of the worst results and the sum of the best results of all trades in one cell. */
export function cellSums(grid: ExitGrid, walks: ExitWalks, cell: Cell, trades: SplitTrades): CellSums {
  const plain = plainSums(grid, cell, trades.plain(cell));
  const { worst, best } = exitOutcomes(grid, walks, cell, trades.others);
  return { worst: addedSums(plain.worst, sumOf(worst)), best: addedSums(plain.best, sumOf(best)) };
}

function plainSums(grid: ExitGrid, cell: Cell, counts: ExitCounts): CellSums {
  const target = decimalOf(grid.targets[cell.target]!);
  const stop = decimalOf(-grid.stops[cell.stop]!);
  const closes = { mantissa: counts.closeUnits, scale: 8 };
  const result = (targetCount: number, stopCount: number): ResultSum => ({
    sum: plus(closes, plus(times(target, whole(targetCount)), times(stop, whole(stopCount)))),
    wins: targetCount + counts.closeWins,
  });
  const { targets, stops, both } = counts;
  return { worst: result(targets, stops + both), best: result(targets + both, stops) };
}

const addedSums = (a: ResultSum, b: ResultSum): ResultSum => ({
  sum: plus(a.sum, b.sum),
  wins: a.wins + b.wins,
});

function sumOf(results: Float64Array): ResultSum {
  let wins = 0;
  for (let i = 0; i < results.length; i += 1) wins += Number(results[i]! > 0);
  return { sum: exactSum(results), wins };
}
