import { MINUTE_MS } from '../../shared/market/intervals.js';
import { endOfClosed } from './closed-minutes.js';
import type { RiskedTrades } from './risked-trades.js';
import { type Prices, type WalkableMinutes, runOf } from './walkable-minutes.js';
import { windowEnd, windowStart } from './windows.js';

/**
 * The trades of one market and the states of their walks over the bars of the market. All windows have the same length.
 */
export interface ForwardWalkers {
  readonly trades: Pick<RiskedTrades, 'direction' | 'entryTime'>;
  /** Indexes of the market's trades among all trades of the session. */
  readonly places: Uint32Array;
  readonly horizonMs: number;
  readonly walks: {
    /** 1 if the walk has ended and no bar before its end is missing, otherwise 0. */
    readonly complete: Uint8Array;
    /** Open time of the next minute of the walk: the end of the last bar used, or of the closed minutes after it. */
    readonly nextTs: Float64Array;
  };
}

/**
 * The bars that one trade walks over next: the positions [from, to), between which no minute is missing. There is no
 * bar if the market was closed until the window of the trade ends, or until a bar that is not among these bars.
 */
export interface Stretch<Side extends Prices> {
  readonly trade: number;
  /** Prices, negated for a short trade. */
  readonly prices: Side;
  readonly from: number;
  readonly to: number;
  /** Position at which the trade's window ends, at least `to`. */
  readonly horizon: number;
  /** Position of the minute of the entry, counted back from `from` in minutes. It may lie before the first bar. */
  readonly entryAt: number;
  /** True if the bar at `from` is the entry bar and opens before the entry. */
  readonly isPartial: boolean;
}

/**
 * Continues each walk over these bars until the walk ends by itself or the window of the trade ends.
 * A walk does not move if its next bar is not among these bars: the bar is missing or belongs to a later part. Call
 * this function with all bars of a market in order of time, in any number of parts. Minutes in which the market was
 * closed are stepped over: the window ends at its time, whether or not the market was closed before.
 * @param mirror negates the prices, which turns a short trade into a long trade
 * @param walk walks over the bars and sets `complete` if the walk ends by itself; returns the position after the last
 * bar used
 */
export function walkForward<Side extends Prices>(
  { trades, places, horizonMs, walks: { complete, nextTs } }: ForwardWalkers,
  minutes: WalkableMinutes & { readonly prices: Side },
  mirror: (prices: Side) => Side,
  walk: (stretch: Stretch<Side>) => number,
): void {
  const { runTs, runAt, closed } = minutes;
  let shortPrices: Side | undefined;
  for (const trade of places) {
    if (complete[trade] === 1) continue;
    const entryTime = trades.entryTime[trade]!;
    const start = windowStart(entryTime);
    const end = windowEnd(entryTime, horizonMs);
    for (let mayGoOn = true; mayGoOn;) {
      const ts = Math.min(endOfClosed(closed, nextTs[trade]!), end);
      const isAfterClosed = ts > nextTs[trade]!;
      nextTs[trade] = ts;
      const run = ts < end ? runOf(minutes, ts) : -1;
      if (run < 0 && !isAfterClosed) break;
      // 32-bit integers (`| 0`) halve the time of the loops over bars.
      const from = run < 0 ? 0 : (runAt[run]! + (ts - runTs[run]!) / MINUTE_MS) | 0;
      const horizon = from + (end - ts) / MINUTE_MS;
      const to = run < 0 ? 0 : Math.min(horizon, runAt[run + 1]!) | 0;
      const at = walk({
        trade,
        prices: trades.direction[trade] === 1 ? minutes.prices : (shortPrices ??= mirror(minutes.prices)),
        from,
        to,
        horizon,
        entryAt: from - (ts - start) / MINUTE_MS,
        isPartial: ts < entryTime,
      });
      if (at === horizon) complete[trade] = 1;
      nextTs[trade] = ts + (at - from) * MINUTE_MS;
      mayGoOn = run >= 0 && at === to && complete[trade] === 0 && closed.ends.length > 0;
    }
  }
}
