import { valuesAt } from '../../figures/calculator/trade-columns.js';
import type { AnalysedTrades } from '../analysed-trades.js';

export type StampedTrades = Pick<
  AnalysedTrades,
  'count' | 'entryTime' | 'exitTime' | 'entryPrice' | 'exitPrice' | 'asset'
>;

/** Maximum number of trades in the sample. */
const MAX_SAMPLED = 60;

/**
 * Returns a sample of at most 60 trades, evenly spread over trade order. If there are at most 60 trades, all are
 * returned.
 */
export function sampledTrades(trades: StampedTrades): StampedTrades {
  const count = Math.min(MAX_SAMPLED, trades.count);
  const places = Uint32Array.from({ length: count }, (_, i) => Math.floor((i * trades.count) / count));
  return {
    count,
    entryTime: valuesAt(trades.entryTime, places),
    exitTime: valuesAt(trades.exitTime, places),
    entryPrice: valuesAt(trades.entryPrice, places),
    exitPrice: valuesAt(trades.exitPrice, places),
    asset: valuesAt(trades.asset, places),
  };
}

/** Times with the prices at these times: first all entries, then all exits, both in the order of the trades. */
export interface Stamps {
  readonly entries: number;
  readonly count: number;
  readonly time: Float64Array;
  readonly price: Float64Array;
  readonly asset: Float64Array;
}

export function stampsOf(trades: StampedTrades): Stamps {
  const both = (entry: Float64Array, exit: Float64Array) =>
    Float64Array.of(...entry.subarray(0, trades.count), ...exit.subarray(0, trades.count));
  return {
    entries: trades.count,
    count: 2 * trades.count,
    time: both(trades.entryTime, trades.exitTime),
    price: both(trades.entryPrice, trades.exitPrice),
    asset: both(trades.asset, trades.asset),
  };
}
