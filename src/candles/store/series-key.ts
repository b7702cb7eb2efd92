import type { Feed } from '../../market/feeds.js';
import type { Interval } from '../../market/intervals.js';

/** What identifies a series of candles. */
export interface SeriesKey {
  readonly feed: Feed;
  /** Upper-case. */
  readonly symbol: string;
  readonly interval: Interval;
}

/** The series key as a text, for use as the key of a map. */
export const keyText = ({ feed, symbol, interval }: SeriesKey): string => `${feed} ${symbol} ${interval}`;
