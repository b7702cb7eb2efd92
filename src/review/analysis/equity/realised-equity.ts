import { equityWalk } from '../../../shared/figures/calculator/equity-curve.js';
import { firstEntryTime } from '../../../shared/figures/calculator/timing.js';
import { MINUTE_MS } from '../../../shared/market/intervals.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { type EquityFall, Falls } from './falls.js';

/** The realised equity: the initial balance plus the results of closed trades. */
export interface RealisedEquity {
  /**
   * Returns a function that writes the equity at each minute into a column. The first value includes the exits before
   * the time `first`, the second value the exits before one minute after `first`, and so on. `first` must ascend from
   * call to call.
   */
  readonly byMinute: () => (first: number, values: Float64Array) => void;
  readonly drawdown: EquityFall;
}

/** Returns the realised equity of trades in trade order. It is the same equity as in the statistics. */
export function realisedEquity(trades: AnalysedTrades, initialBalance: number): RealisedEquity {
  const { curve, drawdown } = equityWalk(trades, firstEntryTime(trades), initialBalance);
  const { time, equity } = curve;
  const falls = new Falls(initialBalance);
  for (let point = 1; point < time.length; point += 1) falls.add(equity[point]!, time[point]!);
  const { moneyTime, pctTime } = falls.result();
  return {
    byMinute: () => {
      let point = 0;
      return (first, values) => {
        for (let from = 0; from < values.length;) {
          while (point + 1 < time.length && time[point + 1]! < first + from * MINUTE_MS) point += 1;
          // The exit of the next point is before the time of minute `to`, but not before the times of earlier minutes.
          const to = Math.floor(((time[point + 1] ?? Infinity) - first) / MINUTE_MS) + 1;
          values.fill(equity[point] ?? initialBalance, from, to);
          from = to;
        }
      };
    },
    // The statistics compare drawdowns exactly, so their results are used.
    drawdown: {
      money: drawdown.maxDrawdown,
      moneyTime: drawdown.maxDrawdown > 0 ? moneyTime : null,
      pct: drawdown.maxDrawdownPct,
      pctTime: drawdown.maxDrawdownPct > 0 ? pctTime : null,
    },
  };
}
