import { MINUTE_MS } from '../../candles/intervals.js';
import type { RiskedTrades } from './risked-trades.js';
import { BLOCK, type Prices, type WalkableMinutes, mirrored, runOf } from './walkable-minutes.js';
import { windowEnd, windowStart } from './windows.js';

/** How far the walk of each trade has come. */
export interface Walks {
  /** 1 when it ended at its stop or its target, with no bar missing before; else 0. */
  readonly complete: Uint8Array;
  /** Open time of the next bar to look at, which is the close of the last one used. */
  readonly nextTs: Float64Array;
  /** Best favourable extreme seen, times the trade's direction; −Infinity when none was. */
  readonly best: Float64Array;
}

type WalkedTrades = Pick<RiskedTrades, 'count' | 'direction' | 'entryTime' | 'stopLoss'>;

/** Walks that have not begun. */
export const newWalks = ({ count, entryTime }: WalkedTrades): Walks => ({
  complete: new Uint8Array(count),
  nextTs: entryTime.map(windowStart),
  best: new Float64Array(count).fill(-Infinity),
});

/** Who walks: the trades of one market, by their places among all, with windows of one length. */
export interface Walkers {
  readonly trades: WalkedTrades;
  readonly places: Uint32Array;
  readonly horizonMs: number;
  readonly walks: Walks;
}

/**
 * Walks on over these bars, from where each walk stands: bar by bar until one touches the stop (long: low ≤ stop;
 * short: high ≥ stop) or the window ends. Within a bar the adverse side comes first: one that touches the stop adds
 * nothing to the best price. A walk whose next bar is not among these stays where it is: that bar is missing, or
 * comes with later ones. Call it with all bars of a market in order of time, in as many parts as one likes.
 */
export function walkMinutes(walkers: Walkers, minutes: WalkableMinutes): void {
  const { direction } = walkers.trades;
  const { complete, nextTs } = walkers.walks;
  let shortPrices: Prices | undefined;
  for (const trade of walkers.places) {
    if (complete[trade] === 1) continue;
    const run = runOf(minutes, nextTs[trade]!);
    if (run < 0) continue;
    const isLong = direction[trade]! > 0;
    const prices = isLong ? minutes.prices : (shortPrices ??= mirrored(minutes.prices));
    walkRun(walkers, trade, minutes, run, prices);
  }
}

/** Walks one trade within the run that holds its next bar. */
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
  // `| 0`: whole numbers as the machine knows them, by which the loop takes half the time.
  const from = (runAt[run]! + (ts - runTs[run]!) / MINUTE_MS) | 0;
  const target = from + (windowEnd(entryTime, horizonMs) - ts) / MINUTE_MS;
  const to = Math.min(target, runAt[run + 1]!) | 0;
  let end = from;
  if (ts >= entryTime) {
    end = passBars(prices, from, to, stop, best, trade);
  } else if (prices.close[from]! > stop) {
    // The bar that an off-minute entry falls into: what is known to lie after the entry is its close.
    best[trade] = prices.close[from]!;
    end = passBars(prices, from + 1, to, stop, best, trade);
  }
  const touched = end < to;
  complete[trade] = Number(touched || to === target);
  nextTs[trade] = ts + ((touched ? end + 1 : to) - from) * MINUTE_MS;
}

/** Takes the bars of [from, to) until one touches the stop; returns its position, `to` when none does. */
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
