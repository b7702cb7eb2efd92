import { type ExactDecimal, decimalOf, plus, times } from '../../decimal/exact-decimal.js';
import { exactSum, whole } from '../../decimal/exact-sum.js';
import type { ExitGrid } from './exit-grid.js';
import { type Cell, exitOutcomes, mayHaveMoved } from './exit-outcomes.js';
import { type ExitWalks, NEVER } from './exit-walks.js';

/** Over trades: the sum of their results in R, exactly, and how many are above 0. */
export interface ResultSum {
  readonly sum: ExactDecimal;
  readonly wins: number;
}

export interface CellSums {
  readonly worst: ResultSum;
  readonly best: ResultSum;
}

/**
 * Trades in two groups. In the plain one a result is the target, the stop or the close at the horizon, and which of them
 * the first touches alone say: they are counted. Each of the others is worked out for itself.
 */
export interface GroupedPlaces {
  readonly plain: Uint32Array;
  readonly others: Uint32Array;
  /** Of the plain ones the result at the close in units of 1e-8, by place among them; their sum is exact in doubles. */
  readonly closeUnits: Float64Array;
}

/** @param canMove whether the stop moves to break-even */
export function groupedPlaces(walks: ExitWalks, places: Uint32Array, canMove: boolean): GroupedPlaces {
  const mostR = Number.MAX_SAFE_INTEGER / 1e8 / Math.max(1, places.length);
  const isPlain = (trade: number) =>
    walks.openTouched[trade] === 0 &&
    walks.targetsPerhaps[trade] === 0 &&
    walks.stopsPerhaps[trade] === 0 &&
    !(canMove && mayHaveMoved(walks, trade)) &&
    !(Math.abs(walks.closeR[trade]!) > mostR);
  const plain = places.filter(isPlain);
  return {
    plain,
    others: places.filter((trade) => !isPlain(trade)),
    closeUnits: Float64Array.from(plain, (trade) => closeUnitsOf(walks.closeR[trade]!)),
  };
}

/** Results are rounded to 8 decimals, so that they are whole numbers of units. */
const closeUnitsOf = (closeR: number): number => (Number.isNaN(closeR) ? 0 : Math.round(closeR * 1e8));

/** The sums of one cell. */
export function cellSums(grid: ExitGrid, walks: ExitWalks, cell: Cell, groups: GroupedPlaces): CellSums {
  const plain = plainSums(grid, walks, cell, groups);
  const { worst, best } = exitOutcomes(grid, walks, cell, groups.others);
  return { worst: joined(plain.worst, sumOf(worst)), best: joined(plain.best, sumOf(best)) };
}

function plainSums(
  grid: ExitGrid,
  walks: ExitWalks,
  cell: Cell,
  { plain, closeUnits }: GroupedPlaces,
): CellSums {
  const ups = walks.touches[cell.target]!.bar;
  const downs = walks.touches[grid.targets.length + cell.stop]!.bar;
  let [targets, stops, both, closes, closeWins] = [0, 0, 0, 0, 0];
  for (let i = 0; i < plain.length; i += 1) {
    const up = ups[plain[i]!]!;
    const down = downs[plain[i]!]!;
    if (up < down) targets += 1;
    else if (down < up) stops += 1;
    else if (up !== NEVER) both += 1;
    else {
      closes += closeUnits[i]!;
      if (closeUnits[i]! > 0) closeWins += 1;
    }
  }
  const target = decimalOf(grid.targets[cell.target]!);
  const stop = decimalOf(-grid.stops[cell.stop]!);
  const result = (targetCount: number, stopCount: number): ResultSum => ({
    sum: plus(
      { mantissa: closes, scale: 8 },
      plus(times(target, whole(targetCount)), times(stop, whole(stopCount))),
    ),
    wins: targetCount + closeWins,
  });
  return { worst: result(targets, stops + both), best: result(targets + both, stops) };
}

const joined = (a: ResultSum, b: ResultSum): ResultSum => ({
  sum: plus(a.sum, b.sum),
  wins: a.wins + b.wins,
});

function sumOf(results: Float64Array): ResultSum {
  let wins = 0;
  // Stryker disable next-line EqualityOperator: beyond the end there is no result
  for (let i = 0; i < results.length; i += 1) wins += Number(results[i]! > 0);
  return { sum: exactSum(results, results.length), wins };
}
