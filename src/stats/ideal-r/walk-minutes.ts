import { MINUTE_MS } from '../../market/intervals.js';
import type { RiskedTrades } from './risked-trades.js';
import { BLOCK, type Prices, type WalkableMinutes, mirrored, runOf } from './walkable-minutes.js';
import { windowEnd, windowStart } from './windows.js';

/** The state of each trade's walk. */
export interface Walks {
  /** 1 if the walk ended at the stop or the target without a missing bar before, otherwise 0. */
  readonly complete: Uint8Array;
  /** Open time of the next bar to look at, which is the close time of the last bar used. */
  readonly nextTs: Float64Array;
  /** Best favourable extreme so far, times the trade's direction; −Infinity if there is none. */
  readonly best: Float64Array;
}

type WalkedTrades = Pick<RiskedTrades, 'count' | 'direction' | 'entryTime' | 'stopLoss'>;

/** Returns walks before their first bar. */
export const newWalks = ({ count, entryTime }: WalkedTrades): Walks => ({
  complete: new Uint8Array(count),
  nextTs: entryTime.map(windowStart),
  best: new Float64Array(count).fill(-Infinity),
});

/** Trades of one market, by their places among all trades, with windows of one length. */
export interface Walkers {
  readonly trades: WalkedTrades;
  readonly places: Uint32Array;
  readonly horizonMs: number;
  readonly walks: Walks;
}

/**
 * Continues each walk over these bars, until a bar touches the stop (long: low ≤ stop; short: high ≥ stop) or the
 * window ends. Within a bar the stop is assumed to come first: a bar that touches the stop does not count for the best
 * price. A walk whose next bar is not among these bars does not move, because the bar is missing or comes with a later
 * part. Call this function with all bars of a market in order of time, in any number of parts.
 */
export function walkMinutes(walkers: Walkers, minutes: WalkableMinutes): void {
  const { direction } = walkers.trades;
  const { complete, nextTs } = walkers.walks;
  let shortPrices: Prices | undefined;
  for (const trade of walkers.places) {
    if (complete[trade] === 1) continue;
    const run = runOf(minutes, nextTs[trade]!);
    if (run < 0) continue;
    const isLong = direction[trade] === 1;
    const prices = isLong ? minutes.prices : (shortPrices ??= mirrored(minutes.prices));
    walkRun(walkers, trade, minutes, run, prices);
  }
}

/** Advances one trade through the run of minutes that contains its next bar. */
function walkRun(
  { trades, horizonMs, walks: { best, complete, nextTs } }: Walkers,
  trade: number,
  { runTs, runAt }: WalkableMinutes,
  run: number,
  prices: Prices,
): void {
  const entryTime = trades.entryTime[trade]!;
  const stop = trades.direction[trade]! * trades.stopLoss[trade]!;
  const ts = nextTs[trade]!;
  // `| 0` makes 32-bit integers, which halves the time of the loop.
  const from = (runAt[run]! + (ts - runTs[run]!) / MINUTE_MS) | 0;
  const target = from + (windowEnd(entryTime, horizonMs) - ts) / MINUTE_MS;
  const to = Math.min(target, runAt[run + 1]!) | 0;
  let end = from;
  if (ts >= entryTime) {
    end = passBars(prices, from, to, stop, best, trade);
  } else if (prices.close[from]! > stop) {
    // If the entry is off the minute, only the close of its bar is known to lie after the entry.
    best[trade] = prices.close[from]!;
    end = passBars(prices, from + 1, to, stop, best, trade);
  }
  const touched = end < to;
  complete[trade] = Number(touched || to === target);
  nextTs[trade] = ts + ((touched ? end + 1 : to) - from) * MINUTE_MS;
}

/** Walks the bars of [from, to) until one touches the stop. Returns its position, or `to` if no bar does. */
function passBars(
  { low, high, blockLow, blockHigh }: Prices,
  from: number,
  to: number,
  stop: number,
  best: Float64Array,
  trade: number,
): number {
  let top = best[trade]!;
  let at = from;
  while (at < to) {
    const block = at / BLOCK;
    if (at % BLOCK === 0 && at + BLOCK <= to && blockLow[block]! > stop) {
      if (blockHigh[block]! > top) top = blockHigh[block]!;
      at += BLOCK;
    } else if (low[at]! > stop) {
      if (high[at]! > top) top = high[at]!;
      at += 1;
    } else {
      break;
    }
  }
  best[trade] = top;
  return at;
}
