import { decimalOf, plus, rounded } from '../../../shared/decimal/exact-decimal.js';
import { exactSum, ratio, whole } from '../../../shared/decimal/exact-sum.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { type Instants, entryOrder, instantsOf } from './instants.js';
import { greatestNotional, openNotional } from './open-notional.js';

/** Exposure: how much was in the market, and for how long. */
export interface Exposure {
  /**
   * Time in which at least one trade is open / time from the first entry to the last exit, 0..1; null if the second
   * time is 0.
   */
  readonly timeInMarket: number | null;
  /** Greatest number of trades that were open at an instant. */
  readonly maxConcurrentTrades: number;
  /** Σ of the trades' durations / time from the first entry to the last exit; null if the second time is 0. */
  readonly avgConcurrentTrades: number | null;
  /** Greatest Σ quantity · entryPrice of the trades that were open at an instant; null if there are no trades. */
  readonly maxNotional: number | null;
  /**
   * Greatest ratio of Σ quantity · entryPrice to the realised balance at the same instant. Instants with a balance of 0
   * or less do not count. Losses of open trades are not included, so the true leverage may have been higher. Null if
   * there are no trades.
   */
  readonly maxLeverage: number | null;
}

type Trades = Pick<AnalysedTrades, 'count' | 'entryTime' | 'exitTime' | 'quantity' | 'entryPrice' | 'plNet'>;

export function exposureOf(trades: Trades, initialBalance: number): Exposure {
  const byEntry = entryOrder(trades);
  const instants = instantsOf(trades, byEntry);
  const { row, rowToBalance } = greatestNotional(trades, byEntry, instants, initialBalance);
  const notionalAt = (place: number) => openNotional(trades, byEntry, instants, place);
  const balanceAt = (place: number) =>
    plus(decimalOf(initialBalance), exactSum(trades.plNet.subarray(0, instants.ended[place])));
  return {
    ...concurrency(instants),
    maxNotional: row < 0 ? null : rounded(notionalAt(row)),
    maxLeverage: rowToBalance < 0 ? null : ratio(notionalAt(rowToBalance), balanceAt(rowToBalance)),
  };
}

function concurrency({ count, time, begun, ended }: Instants) {
  let [inMarketMs, tradesMs, most] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const open = begun[i]! - ended[i]!;
    // In the last row no trade is open.
    const lastsMs = open === 0 ? 0 : time[i + 1]! - time[i]!;
    inMarketMs += lastsMs;
    tradesMs += open * lastsMs;
    most = Math.max(most, open);
  }
  const spanMs = whole(count === 0 ? 0 : time[count - 1]! - time[0]!);
  return {
    timeInMarket: ratio(whole(inMarketMs), spanMs),
    maxConcurrentTrades: most,
    avgConcurrentTrades: ratio(whole(tradesMs), spanMs),
  };
}
