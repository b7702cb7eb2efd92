import { valuesAt } from '../../../shared/figures/calculator/trade-columns.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { type StampResolution, commonLength, resolutionOf } from '../minutes/stamp-resolution.js';

export type StampedTrades = Pick<
  AnalysedTrades,
  'count' | 'entryTime' | 'exitTime' | 'entryPrice' | 'exitPrice' | 'asset'
>;

/** Maximum number of trades in the sample. */
const MAX_SAMPLED = 60;

/** A sample of trades, and properties of the times of all trades. */
export interface TradeSampleStamps extends StampedTrades {
  /** Resolution of the times of all trades. */
  readonly resolution: StampResolution;
  /**
   * Length of the longest bars for which every entry and exit time could be an open time, ms; 0 if there are no such
   * bars.
   */
  readonly stampMs: number;
  /** The latest entry or exit of all trades; −Infinity if there are no trades. */
  readonly newestStamp: number;
}

/**
 * Returns a sample of at most 60 trades that are evenly spread over trade order. If there are at most 60 trades,
 * returns all trades.
 */
export function sampledTrades(trades: StampedTrades): TradeSampleStamps {
  const resolution = resolutionOf(trades);
  const isExact = resolution.entryMs === 0 || resolution.exitMs === 0;
  const count = Math.min(MAX_SAMPLED, trades.count);
  const places = Uint32Array.from({ length: count }, (_, i) => Math.floor((i * trades.count) / count));
  return {
    count,
    entryTime: valuesAt(trades.entryTime, places),
    exitTime: valuesAt(trades.exitTime, places),
    entryPrice: valuesAt(trades.entryPrice, places),
    exitPrice: valuesAt(trades.exitPrice, places),
    asset: valuesAt(trades.asset, places),
    resolution,
    stampMs: isExact ? 0 : commonLength(Float64Array.of(resolution.entryMs, resolution.exitMs)),
    newestStamp: newestStamp(trades),
  };
}

/** Returns the latest exit of the trades; −Infinity if there are no trades. No trade was entered after this time. */
export function newestStamp({ count, exitTime }: Pick<StampedTrades, 'count' | 'exitTime'>): number {
  let newest = -Infinity;
  for (let trade = 0; trade < count; trade += 1) newest = Math.max(newest, exitTime[trade]!);
  return newest;
}

/** Times with the prices at these times: first all entries, then all exits. Both are in the order of the trades. */
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
