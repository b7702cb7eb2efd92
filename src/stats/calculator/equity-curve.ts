import { roundingError } from './compensated-sum.js';
import type { TradeColumns } from './trade-columns.js';

/** Points in strictly ascending time: epoch ms, and the account's equity in account currency. */
export interface EquityCurve {
  readonly time: Float64Array;
  readonly equity: Float64Array;
}

/**
 * Drawdown: how far the equity stands below its highest value so far, the initial balance included. The greatest
 * in money (positive) and the greatest in percent of the peak it is measured from: two maxima, which may lie at
 * different times. 0 means that no point of the curve lies below an earlier one. Above 100 % the account owes money.
 */
export interface Drawdown {
  readonly maxDrawdown: number;
  readonly maxDrawdownPct: number;
}

export interface EquityWalk {
  readonly curve: EquityCurve;
  readonly drawdown: Drawdown;
}

/**
 * Equity: the initial balance plus plNet of every trade closed so far. The curve starts with the balance at the
 * first entry and has one point per distinct exit time, after all trades that close in it; it is empty without
 * trades. An exit in the very millisecond of the first entry moves the starting point 1 ms earlier.
 *
 * Profit runs as a sum and what its rounding lost. Drawdown is the difference of two such pairs rather than of two
 * points, so that a loss of 1e-8 still counts beside a balance of 1e15.
 */
export function equityWalk(trades: TradeColumns, firstEntry: number, initialBalance: number): EquityWalk {
  const { count, exitTime, plNet } = trades;
  if (count === 0) return NO_TRADES;
  const time = new Float64Array(count + 1);
  const equity = new Float64Array(count + 1);
  time[0] = Math.min(firstEntry, exitTime[0]! - 1);
  equity[0] = initialBalance;

  let points = 1;
  let profit = 0;
  let lost = 0;
  let peakProfit = 0;
  let peakLost = 0;
  let peakEquity = initialBalance;
  let maxDrawdown = 0;
  let maxShare = 0;
  for (let i = 0; i < count; i++) {
    const net = plNet[i]!;
    const next = profit + net;
    lost += roundingError(profit, net, next);
    profit = next;
    const moreInThisInstant = i + 1 < count && exitTime[i + 1] === exitTime[i];
    if (moreInThisInstant) continue;

    const sum = initialBalance + profit;
    const value = sum + (roundingError(initialBalance, profit, sum) + lost);
    time[points] = exitTime[i]!;
    equity[points] = value;
    points++;

    const drawdown = peakProfit - profit + (peakLost - lost);
    if (drawdown <= 0) {
      peakProfit = profit;
      peakLost = lost;
      peakEquity = value;
    } else {
      maxDrawdown = Math.max(maxDrawdown, drawdown);
      maxShare = Math.max(maxShare, drawdown / peakEquity);
    }
  }
  return {
    curve: { time: time.subarray(0, points), equity: equity.subarray(0, points) },
    drawdown: { maxDrawdown, maxDrawdownPct: maxShare * 100 },
  };
}

const NO_TRADES: EquityWalk = {
  curve: { time: new Float64Array(0), equity: new Float64Array(0) },
  drawdown: { maxDrawdown: 0, maxDrawdownPct: 0 },
};
