import type { Feed } from '../../shared/market/feeds.js';
import type { Interval } from '../../shared/market/intervals.js';

/** Identifies a series of candles. */
export interface SeriesKey {
  readonly feed: Feed;
  /** In upper case. */
  readonly symbol: string;
  readonly interval: Interval;
}

/** Returns the series key as text, for use as a map key. */
export const keyText = ({ feed, symbol, interval }: SeriesKey): string => `${feed} ${symbol} ${interval}`;
