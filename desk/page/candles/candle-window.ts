import { INTERVALS, type Interval, intervalMs } from '../../../src/shared/market/intervals.js';
import type { Trade } from '../../api/trades.js';

/** The number of bars shown before the entry and after the exit of a trade. */
const BEFORE = 60;
const AFTER = 40;

/** The maximum number of bars on a page of candles. */
const MAX_PAGE_BARS = 2000;

export interface CandleWindow {
  readonly symbol: string;
  readonly feed: string;
  readonly interval: Interval;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the bars around a trade. If a page cannot hold all bars of the trade at the wanted interval, a longer
 * interval is used.
 */
export function windowAround(trade: Trade, wanted: Interval): CandleWindow {
  const interval =
    INTERVALS.slice(INTERVALS.indexOf(wanted)).find((longer) => barsOf(trade, longer) <= MAX_PAGE_BARS) ??
    '1d';
  const length = intervalMs(interval);
  const entry = Math.floor(trade.entryTime / length) * length;
  return {
    symbol: trade.symbol,
    feed: trade.feed,
    interval,
    from: Math.max(0, entry - BEFORE * length),
    to: trade.exitTime + AFTER * length,
  };
}

const barsOf = ({ entryTime, exitTime }: Trade, interval: Interval): number =>
  (exitTime - entryTime) / intervalMs(interval) + BEFORE + AFTER;

/** The number of bars that are read when the user scrolls beyond the first or the last bar. */
const PAGE_BARS = 500;

export function earlier({ from, ...window }: CandleWindow): CandleWindow {
  return { ...window, from: Math.max(0, from - PAGE_BARS * intervalMs(window.interval)), to: from };
}

export function later({ to, ...window }: CandleWindow): CandleWindow {
  return { ...window, from: to, to: to + PAGE_BARS * intervalMs(window.interval) };
}

export const isInterval = (text: string): text is Interval => (INTERVALS as readonly string[]).includes(text);

/** Returns true if a trade lies within the bars of a window. */
export const isOnBars = (
  { symbol, feed, entryTime, exitTime }: Trade,
  window: CandleWindow,
  bars: readonly { readonly ts: number }[],
): boolean =>
  symbol === window.symbol &&
  feed === window.feed &&
  bars.length > 0 &&
  entryTime >= bars[0]!.ts &&
  exitTime <= bars.at(-1)!.ts + intervalMs(window.interval);
