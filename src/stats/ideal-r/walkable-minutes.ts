import { lastAtOrBefore } from '../../shared/market/first-place.js';
import { MINUTE_MS } from '../../shared/market/intervals.js';
import { type ClosedMinutes, NEVER_CLOSED } from './closed-minutes.js';

/** 1m bars as columns. Times are ascending and unique. */
export interface MinuteBars {
  readonly count: number;
  readonly ts: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/**
 * Number of bars in a block. If the extreme of a block does not touch the stop, the walk passes the block in one step.
 */
export const BLOCK = 64;

/** Prices of a long trade, whose stop is below its entry, or negated prices of a short trade. */
export interface Prices {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly close: Float64Array;
  /**
   * Lowest low and highest high of block i: the bars at the positions [BLOCK · i, BLOCK · (i + 1)). Only whole blocks
   * have values.
   */
  readonly blockLow: Float64Array;
  readonly blockHigh: Float64Array;
}

/**
 * Bars prepared for walking. The bars are divided into sequences without a missing minute. Sequence i consists of the
 * positions from `runAt[i]` up to, but not including, `runAt[i + 1]`, and its first bar opens at `runTs[i]`.
 */
export interface WalkableMinutes {
  readonly runTs: Float64Array;
  readonly runAt: Uint32Array;
  readonly prices: Prices;
  /** Minutes between these bars that are not missing, because the market was closed. */
  readonly closed: ClosedMinutes;
}

export function walkableMinutes(bars: MinuteBars, closed: ClosedMinutes = NEVER_CLOSED): WalkableMinutes {
  const { count, ts, low, high, close } = bars;
  const starts = runStarts(bars);
  const blocks = Math.floor(count / BLOCK);
  const blockLow = new Float64Array(blocks);
  const blockHigh = new Float64Array(blocks);
  for (let block = 0; block < blocks; block += 1) {
    let [lowest, highest] = [Infinity, -Infinity];
    for (let i = block * BLOCK; i < (block + 1) * BLOCK; i += 1) {
      if (low[i]! < lowest) lowest = low[i]!;
      if (high[i]! > highest) highest = high[i]!;
    }
    blockLow[block] = lowest;
    blockHigh[block] = highest;
  }
  return {
    runTs: Float64Array.from(starts, (at) => ts[at]!),
    runAt: Uint32Array.from([...starts, count]),
    prices: { low, high, close, blockLow, blockHigh },
    closed,
  };
}

/** Returns the positions of the first bars of the sequences without a missing minute. */
function runStarts({ count, ts }: MinuteBars): number[] {
  if (count === 0) return [];
  // Times are ascending and unique, so the first and the last time show whether any minute is missing.
  const lastIfNoneMissing = ts[0]! + (count - 1) * MINUTE_MS;
  if (ts[count - 1] === lastIfNoneMissing) return [0];
  const starts = [0];
  for (let i = 1; i < count; i += 1) if (ts[i]! - ts[i - 1]! !== MINUTE_MS) starts.push(i);
  return starts;
}

/**
 * Returns the prices negated. With negated prices a short trade becomes a long trade: its stop is below its entry, and
 * favourable prices are above its entry.
 */
export function mirrored({ low, high, close, blockLow, blockHigh }: Prices): Prices {
  return {
    low: negated(high),
    high: negated(low),
    close: negated(close),
    blockLow: negated(blockHigh),
    blockHigh: negated(blockLow),
  };
}

/** Returns the column with every value negated. */
export function negated(column: Float64Array): Float64Array {
  const result = new Float64Array(column.length);
  for (let i = 0; i < column.length; i += 1) result[i] = -column[i]!;
  return result;
}

/** Returns the index of the sequence that contains the bar with the open time `ts`; −1 if there is no such bar. */
export function runOf({ runTs, runAt }: WalkableMinutes, ts: number): number {
  const run = lastAtOrBefore(runTs, ts);
  if (run < 0) return -1;
  const bars = runAt[run + 1]! - runAt[run]!;
  return (ts - runTs[run]!) / MINUTE_MS < bars ? run : -1;
}
