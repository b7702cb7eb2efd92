import type { Feed } from '../../shared/market/feeds.js';
import type { Interval } from '../../shared/market/intervals.js';

/** Identifies a market, whose series are candles of different lengths. */
export interface MarketKey {
  readonly feed: Feed;
  /** In upper case. */
  readonly symbol: string;
}

/** Identifies a series of candles. */
export interface SeriesKey extends MarketKey {
  readonly interval: Interval;
}

/** Returns the series key as text, for use as a map key. */
export const keyText = ({ feed, symbol, interval }: SeriesKey): string => `${feed} ${symbol} ${interval}`;
