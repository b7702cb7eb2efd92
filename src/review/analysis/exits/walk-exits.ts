import { MINUTE_MS } from '../../../shared/market/intervals.js';
import { type ForwardWalkers, type Stretch, walkForward } from '../../../stats/ideal-r/walk-forward.js';
import { BLOCK } from '../../../stats/ideal-r/walkable-minutes.js';
import { isOffTheMinute, windowStart } from '../../../stats/ideal-r/windows.js';
import { type OhlcPrices, type WalkableOhlc, mirroredOhlc } from '../minutes/ohlc-minutes.js';
import { inTicks } from '../minutes/price-ticks.js';
import type { ExitGrid } from './exit-grid.js';
import {
  type ExitLevels,
  type RiskedExitTrades,
  exitLevels,
  gainInR,
  levelMultiples,
} from './exit-levels.js';
import type { ExitWalks } from './exit-walks.js';
import {
  type ExitWalk,
  addEntryBars,
  hasEnded,
  nextDown,
  nextUp,
  touchBar,
  touchPartialBar,
} from './touch-bar.js';

/** The trades of one market and the states of their walks. Each trade has an initial risk. */
export interface ExitWalkers extends ForwardWalkers {
  readonly trades: RiskedExitTrades;
  readonly grid: ExitGrid;
  /** Resolution of the entry times, ms. */
  readonly entryMs: number;
  /** Number of decimals of the prices of the market. */
  readonly decimals: number;
  readonly walks: ExitWalks;
}

/**
 * Continues each walk over these bars until every cell of the grid has ended or the horizon is reached. One walk serves
 * all cells. `walkForward` documents how it handles parts, missing bars and closed minutes.
 */
export function walkExits(walkers: ExitWalkers, minutes: WalkableOhlc): void {
  const { trades, grid } = walkers;
  const multiples = levelMultiples(grid);
  const levelPrices = new Float64Array(multiples.levels);
  walkForward(walkers, minutes, mirroredOhlc, (stretch) =>
    walkCells(walkers, exitLevels(trades, stretch.trade, multiples, levelPrices), stretch),
  );
}

function walkCells(walkers: ExitWalkers, levels: ExitLevels, stretch: Stretch<OhlcPrices>): number {
  const { trades, walks } = walkers;
  const { trade, prices, from, horizon } = stretch;
  const at = walkStretch(walkers, levels, stretch);
  if (at > from) walks.lastClose[trade] = prices.close[at - 1]!;
  if (walks.complete[trade] === 0 && at === horizon) {
    const close = walks.lastClose[trade]!;
    walks.closeR[trade] = Number.isNaN(close) ? 0 : gainInR(trades, trade, close);
  }
  return at;
}

function walkStretch(walkers: ExitWalkers, levels: ExitLevels, stretch: Stretch<OhlcPrices>): number {
  const { trades, grid, walks } = walkers;
  const { trade, prices, from, to, horizon, entryAt } = stretch;
  const walk: ExitWalk = { trades, grid, walks, levels, prices, entryAt, trade };
  let at = from;
  const partialTo = Math.min(horizon, entryAt + partialBars(walkers, trade));
  if (at < partialTo && !entersAtOpen(walkers, stretch)) {
    at = Math.min(to, partialTo);
    addEntryBars(walk, from, at);
    walks.inEntryBars[trade] = Number(at < partialTo);
    if (at < partialTo) return at;
    touchPartialBar(walk, prices.close[at - 1]!);
  } else if (walks.inEntryBars[trade] === 1) {
    // The market closed before the latest possible entry.
    walks.inEntryBars[trade] = 0;
    touchPartialBar(walk, walks.lastClose[trade]!);
  }
  while (at < to && !hasEnded(walk)) {
    at = passBars(prices, at, to, nextDown(walk), nextUp(walk));
    if (at === to) break;
    touchBar(walk, at);
    at += 1;
  }
  if (hasEnded(walk)) walks.complete[trade] = 1;
  return at;
}

/** Returns the number of bars that open before the latest possible entry. */
const partialBars = ({ trades, entryMs }: ExitWalkers, trade: number): number => {
  const entryTime = trades.entryTime[trade]!;
  return Math.ceil((entryTime + entryMs - windowStart(entryTime)) / MINUTE_MS);
};

/**
 * Returns whether the entry is at the open of its bar. The part of the bars that contains this bar decides. For later
 * parts, the stored decision is returned.
 */
function entersAtOpen(
  { trades, decimals, walks }: ExitWalkers,
  { trade, prices, from, entryAt }: Stretch<OhlcPrices>,
): boolean {
  if (from === entryAt && !isOffTheMinute(trades.entryTime[trade]!)) {
    const open = inTicks(Math.abs(prices.open[from]!), decimals);
    walks.entersAtOpen[trade] = Number(open === inTicks(trades.entryPrice[trade]!, decimals));
  }
  return walks.entersAtOpen[trade] === 1;
}

/** Returns the position of the first bar of [from, to) with low ≤ down or high ≥ up; `to` if there is no such bar. */
function passBars(
  { low, high, blockLow, blockHigh }: OhlcPrices,
  from: number,
  to: number,
  down: number,
  up: number,
): number {
  let at = from;
  while (at < to) {
    const block = at / BLOCK;
    if (at % BLOCK === 0 && at + BLOCK <= to && blockLow[block]! > down && blockHigh[block]! < up) {
      at += BLOCK;
    } else if (low[at]! > down && high[at]! < up) {
      at += 1;
    } else {
      break;
    }
  }
  return at;
}
