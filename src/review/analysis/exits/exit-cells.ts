import { decimalOf, times } from '../../../shared/decimal/exact-decimal.js';
import { exactSum, mean, ratio, whole } from '../../../shared/decimal/exact-sum.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { type ExitGrid, movesToBreakEven } from './exit-grid.js';
import type { Cell } from './bracket.js';
import { type CellSums, type ResultSum, cellSums, splitTrades } from './exit-sums.js';
import type { ExitWalks } from './exit-walks.js';
import { grossR } from './gross-r.js';

/** Worst and best value that the bars allow; null if there are no measured trades. */
export interface WorstBest {
  readonly worst: number | null;
  readonly best: number | null;
}

/** Results of the measured trades with one target and one stop, before costs. */
export interface ExitCell {
  /** Target in R. */
  readonly target: number;
  /** Stop in multiples of the initial risk. */
  readonly stop: number;
  /** Share of the trades with a result above 0, 0..1. */
  readonly winrate: WorstBest;
  /** Mean result in units of the initial risk. */
  readonly avgR: WorstBest;
  /**
   * Mean result in units of the risk of this stop. A wide stop looks better than it is in units of the initial risk.
   */
  readonly avgRPerNewRisk: WorstBest;
}

export interface ExitAnalysis {
  /**
   * Numbers of trades: total = eligible + invalidRisk, eligible = measured + incomplete. A trade is measured if it ends
   * in every cell before its first missing bar. The cells count only measured trades.
   */
  readonly trades: {
    readonly total: number;
    readonly eligible: number;
    readonly measured: number;
    readonly incomplete: number;
    readonly invalidRisk: number;
  };
  /** Cells sorted by target, then by stop. */
  readonly cells: readonly ExitCell[];
  /**
   * Means of the actual results of the measured trades; null if no trade is measured. The results of the cells are
   * before costs, so compare them with `avgGrossR`.
   */
  readonly actual: { readonly avgR: number | null; readonly avgGrossR: number | null };
}

export type ExitTrades = Pick<
  AnalysedTrades,
  'count' | 'direction' | 'entryPrice' | 'stopLoss' | 'quantity' | 'plGross' | 'rMultiple'
>;

/**
 * Returns the figures if no trade is measured. The trades are counted, and every eligible trade counts as incomplete.
 */
export const unmeasuredExits = (total: number, eligible: number): ExitAnalysis => ({
  trades: { total, eligible, measured: 0, incomplete: eligible, invalidRisk: total - eligible },
  cells: [],
  actual: { avgR: null, avgGrossR: null },
});

/** Returns the figures of walks that are complete. */
export function measuredExits(trades: ExitTrades, grid: ExitGrid, walks: ExitWalks): ExitAnalysis {
  const eligible = Array.from({ length: trades.count }, (_, trade) => trade).filter(
    (trade) => !Number.isNaN(trades.stopLoss[trade]!),
  );
  const places = Uint32Array.from(eligible.filter((trade) => walks.complete[trade] === 1));
  const blank = unmeasuredExits(trades.count, eligible.length);
  if (trades.count === 0) return blank;
  const [staying, moving] = [false, true].map((canMove) => splitTrades(grid, walks, places, canMove));
  const cells = grid.targets.flatMap((_, target) => grid.stops.map((_, stop) => ({ target, stop })));
  const sumsOf = (cell: Cell) =>
    cellSums(grid, walks, cell, movesToBreakEven(grid, grid.targets[cell.target]!) ? moving! : staying!);
  return {
    trades: { ...blank.trades, measured: places.length, incomplete: eligible.length - places.length },
    cells: cells.map((cell) => toExitCell(grid, cell, sumsOf(cell), places.length)),
    actual: {
      avgR: meanOfValues(Float64Array.from(places, (trade) => trades.rMultiple[trade]!)),
      avgGrossR: meanOfValues(Float64Array.from(places, (trade) => grossR(trades, trade))),
    },
  };
}

function toExitCell(grid: ExitGrid, cell: Cell, { worst, best }: CellSums, count: number): ExitCell {
  const stop = grid.stops[cell.stop]!;
  const newRisk = times(decimalOf(stop), whole(count));
  const worstBest = (figure: (result: ResultSum) => number | null): WorstBest => ({
    worst: figure(worst),
    best: figure(best),
  });
  return {
    target: grid.targets[cell.target]!,
    stop,
    winrate: worstBest(({ wins }) => mean(whole(wins), count)),
    avgR: worstBest(({ sum }) => mean(sum, count)),
    avgRPerNewRisk: worstBest(({ sum }) => ratio(sum, newRisk)),
  };
}

const meanOfValues = (values: Float64Array): number | null => mean(exactSum(values), values.length);
