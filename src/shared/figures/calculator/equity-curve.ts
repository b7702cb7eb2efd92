import { decimalOf, rounded, times } from '../../decimal/exact-decimal.js';
import { ZERO, ratio, whole } from '../../decimal/exact-sum.js';
import type { TradeColumns } from './trade-columns.js';
import { walkInDecimals } from './walk-in-decimals.js';
import { walkInUnits } from './walk-in-units.js';
import type { DeepestFall, EquityCurve } from './walked-equity.js';

/**
 * The greatest drawdowns. A drawdown is the distance of the equity below its highest value so far; the initial balance
 * counts as a value. `maxDrawdown` is the greatest drawdown in account currency (positive). `maxDrawdownPct` is the
 * greatest drawdown in percent of the peak before it, and exceeds 100 if the equity falls below 0. The two may lie at
 * different times. Both are rounded to 8 decimals.
 */
export interface MaxDrawdown {
  readonly maxDrawdown: number;
  readonly maxDrawdownPct: number;
}

export interface EquityWalk {
  readonly curve: EquityCurve;
  readonly drawdown: MaxDrawdown;
  /**
   * The drawdown that is the greatest share of its peak, in exact numbers. `maxDrawdownPct` is this share in percent,
   * rounded.
   */
  readonly deepest: DeepestFall;
}

/**
 * Computes the equity: the initial balance plus plNet of every trade closed so far, rounded to 8 decimals.
 *
 * The curve starts with the balance at the first entry. Each distinct exit time adds one point, which includes all
 * trades that close at this time. The curve is empty if there are no trades. If a trade closes in the millisecond of
 * the first entry, the curve starts 1 ms earlier.
 *
 * Every step is exact. The equity is counted in whole units of 1e-8 as long as doubles can count the units, otherwise
 * in decimals.
 */
export function equityWalk(trades: TradeColumns, firstEntry: number, initialBalance: number): EquityWalk {
  const { count, exitTime } = trades;
  if (count === 0) return NO_TRADES;
  const time = new Float64Array(count + 1);
  const equity = new Float64Array(count + 1);
  time[0] = Math.min(firstEntry, exitTime[0]! - 1);
  equity[0] = rounded(decimalOf(initialBalance));
  const curve = { time, equity };
  const { points, maxDrawdown, deepest } =
    walkInUnits(trades, initialBalance, curve) ?? walkInDecimals(trades, initialBalance, curve);
  return {
    curve: { time: time.subarray(0, points), equity: equity.subarray(0, points) },
    drawdown: { maxDrawdown, maxDrawdownPct: percentOfPeak(deepest) },
    deepest,
  };
}

const percentOfPeak = ({ fall, peak }: DeepestFall): number => ratio(times(fall, whole(100)), peak)!;

const NO_TRADES: EquityWalk = {
  curve: { time: new Float64Array(0), equity: new Float64Array(0) },
  drawdown: { maxDrawdown: 0, maxDrawdownPct: 0 },
  deepest: { fall: ZERO, peak: whole(1) },
};
