import { BLOCK } from '../../../stats/ideal-r/walkable-minutes.js';
import { atLevel } from '../fills/first-touch.js';
import { sideOfLevel } from '../fills/judged-trades.js';
import type { MarketGrid } from './market-grid.js';
import type { ReturnAt } from './random-entries.js';
import type { MeasuredTrades, TimedTrades } from './timed-trades.js';

/**
 * Computes the returns of trades that end at their stop or at their target. The distances of stop and target from a
 * random entry are the same, in percent, as from the real entry.
 */
export function bracketReturns(
  trades: TimedTrades,
  { places }: MeasuredTrades,
  gridOf: ReadonlyMap<number, MarketGrid>,
  horizonMinutes: number,
): ReturnAt {
  return (i, minute) => {
    const trade = places[i]!;
    const grid = gridOf.get(trades.asset[trade]!)!;
    const entry = grid.open[minute]!;
    const scale = entry / trades.entryPrice[trade]!;
    const levels = {
      stop: trades.stopLoss[trade]! * scale,
      target: trades.target[trade]! * scale,
      stopSide: sideOfLevel(trades, trade, 'stop'),
    };
    const to = Math.min(minute + horizonMinutes, grid.open.length);
    return trades.direction[trade]! * (bracketExit(grid, minute, to, levels) / entry - 1);
  };
}

interface BracketLevels {
  readonly stop: number;
  /** NaN if the trade has no target. */
  readonly target: number;
  /** Side of the price on which the stop lies: 1 for above, −1 for below. The target lies on the opposite side. */
  readonly stopSide: 1 | -1;
}

/**
 * Returns the exit price of a trade that enters at the open of minute `from`. The first bar that reaches the stop or
 * the target ends the trade. If this bar is not the entry bar and opens at or beyond the stop or the target, the exit
 * is at its open. Otherwise the exit is at the stop if the bar touches it, and else at the target. If no bar reaches
 * either, the exit is at the most recent close. Minutes without a bar are skipped.
 */
function bracketExit(
  grid: MarketGrid,
  from: number,
  to: number,
  { stop, target, stopSide }: BracketLevels,
): number {
  const targetSide = stopSide === 1 ? -1 : 1;
  const [stopAt, targetAt] = [atLevel(stop, stopSide), atLevel(target, targetSide)];
  const floor = stopSide === -1 ? stopAt : Number.isNaN(target) ? -Infinity : targetAt;
  const ceiling = stopSide === 1 ? stopAt : Number.isNaN(target) ? Infinity : targetAt;
  for (let at = from; at < to;) {
    const block = at / BLOCK;
    if (
      at % BLOCK === 0 &&
      at + BLOCK <= to &&
      grid.blockLow[block]! > floor &&
      grid.blockHigh[block]! < ceiling
    ) {
      at += BLOCK;
      continue;
    }
    const isTouched = grid.present[at] === 1 && (grid.low[at]! <= floor || grid.high[at]! >= ceiling);
    if (isTouched) {
      const open = grid.open[at]!;
      if (at > from && (open <= floor || open >= ceiling)) return open;
      const touchesStop = stopSide === -1 ? grid.low[at]! <= floor : grid.high[at]! >= ceiling;
      return touchesStop ? stop : target;
    }
    at += 1;
  }
  // A minute without a bar has the close of the previous bar.
  return grid.close[to - 1]!;
}
