import { MINUTE_MS } from '../../market/intervals.js';
import { BLOCK, runOf } from '../../stats/ideal-r/walkable-minutes.js';
import { windowEnd, windowStart } from '../../stats/ideal-r/windows.js';
import { type OhlcPrices, type WalkableOhlc, mirroredOhlc } from '../minutes/ohlc-minutes.js';
import type { ExitGrid } from './exit-grid.js';
import {
  type ExitLevels,
  type RiskedExitTrades,
  exitLevels,
  gainInR,
  levelMultiples,
} from './exit-levels.js';
import type { ExitWalks } from './exit-walks.js';
import { type ExitWalk, hasEnded, nextDown, nextUp, touchBar, touchPartialBar } from './touch-bar.js';

/** Trades of one market, by their places among all trades. Each of them has an initial risk. */
export interface ExitWalkers {
  readonly trades: RiskedExitTrades;
  readonly places: Uint32Array;
  readonly horizonMs: number;
  readonly grid: ExitGrid;
  readonly walks: ExitWalks;
}

/**
 * Continues each walk over these bars, until every cell of the grid has ended or the horizon is reached. One walk
 * serves all cells. A walk whose next bar is not among these bars does not move, because the bar is missing or comes
 * with a later part. Call this function with all bars of a market in order of time, in any number of parts.
 */
export function walkExits(walkers: ExitWalkers, minutes: WalkableOhlc): void {
  const { trades, places, grid, walks } = walkers;
  const multiples = levelMultiples(grid);
  const levelPrices = new Float64Array(multiples.levels);
  let shortPrices: OhlcPrices | undefined;
  for (const trade of places) {
    if (walks.complete[trade] === 1) continue;
    const run = runOf(minutes, walks.nextTs[trade]!);
    if (run < 0) continue;
    const isLong = trades.direction[trade] === 1;
    const prices = isLong ? minutes.prices : (shortPrices ??= mirroredOhlc(minutes.prices));
    const levels = exitLevels(trades, trade, multiples, levelPrices);
    walkRun(walkers, levels, trade, minutes, run, prices);
  }
}

/** Advances one trade through the run of minutes that contains its next bar. */
function walkRun(
  { trades, horizonMs, grid, walks }: ExitWalkers,
  levels: ExitLevels,
  trade: number,
  { runTs, runAt }: WalkableOhlc,
  run: number,
  prices: OhlcPrices,
): void {
  const entryTime = trades.entryTime[trade]!;
  const ts = walks.nextTs[trade]!;
  // `| 0` makes 32-bit integers, which makes the loop faster.
  const from = (runAt[run]! + (ts - runTs[run]!) / MINUTE_MS) | 0;
  const horizon = from + (windowEnd(entryTime, horizonMs) - ts) / MINUTE_MS;
  const to = Math.min(horizon, runAt[run + 1]!) | 0;
  const entryAt = from - (ts - windowStart(entryTime)) / MINUTE_MS;
  const walk: ExitWalk = { trades, grid, walks, levels, prices, entryAt, trade };

  let at = from;
  if (ts < entryTime) {
    touchPartialBar(walk, at);
    at += 1;
  }
  while (at < to && !hasEnded(walk)) {
    at = passBars(prices, at, to, nextDown(walk), nextUp(walk));
    if (at === to) break;
    touchBar(walk, at);
    at += 1;
  }
  walks.nextTs[trade] = ts + (at - from) * MINUTE_MS;
  if (hasEnded(walk)) walks.complete[trade] = 1;
  else if (at === horizon) {
    walks.complete[trade] = 1;
    walks.closeR[trade] = gainInR(trades, trade, prices.close[at - 1]!);
  }
}

/** Returns the position of the first bar of [from, to) with low ≤ down or high ≥ up; `to` if there is none. */
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
