import { MINUTE_MS } from '../../candles/intervals.js';
import type { MinuteColumns } from '../../candles/read-minutes.js';

/** A block of bars is passed in one step when not even its extreme touches the stop. */
export const BLOCK = 64;

/** Bars as a trade meets them: `low` is where its stop lies, `high` is its favour. */
export interface Prices {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly close: Float64Array;
  /** Lowest low and highest high of the bars from BLOCK · i to BLOCK · (i + 1), whole blocks only. */
  readonly blockLow: Float64Array;
  readonly blockHigh: Float64Array;
}

/**
 * Bars prepared for walking. They fall into runs without a missing minute: run i has the positions from `runAt[i]` up
 * to `runAt[i + 1]`, and its first bar opens at `runTs[i]`.
 */
export interface WalkableMinutes {
  readonly runTs: Float64Array;
  readonly runAt: Uint32Array;
  readonly prices: Prices;
}

export function walkableMinutes(bars: MinuteColumns): WalkableMinutes {
  const { count, ts, low, high, close } = bars;
  const starts: number[] = [];
  for (let i = 0; i < count; i += 1) if (i === 0 || ts[i]! - ts[i - 1]! !== MINUTE_MS) starts.push(i);
  const blocks = Math.floor(count / BLOCK);
  const blockLow = new Float64Array(blocks).fill(Infinity);
  const blockHigh = new Float64Array(blocks).fill(-Infinity);
  for (let i = 0; i < blocks * BLOCK; i += 1) {
    const block = Math.floor(i / BLOCK);
    if (low[i]! < blockLow[block]!) blockLow[block] = low[i]!;
    if (high[i]! > blockHigh[block]!) blockHigh[block] = high[i]!;
  }
  return {
    runTs: Float64Array.from(starts, (at) => ts[at]!),
    runAt: Uint32Array.from([...starts, count]),
    prices: { low, high, close, blockLow, blockHigh },
  };
}

/** The same prices below zero, where a short is a long: its stop lies under its entry, and its favour is upward. */
export function mirrored({ low, high, close, blockLow, blockHigh }: Prices): Prices {
  return {
    low: negated(high),
    high: negated(low),
    close: negated(close),
    blockLow: negated(blockHigh),
    blockHigh: negated(blockLow),
  };
}

function negated(column: Float64Array): Float64Array {
  const result = new Float64Array(column.length);
  for (let i = 0; i < column.length; i += 1) result[i] = -column[i]!;
  return result;
}

/** The run that holds the bar which opens at `ts`; −1 when there is no such bar. */
export function runOf({ runTs, runAt }: WalkableMinutes, ts: number): number {
  let low = 0;
  let high = runTs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (runTs[middle]! <= ts) low = middle + 1;
    else high = middle;
  }
  const run = low - 1;
  if (run < 0) return -1;
  const bars = runAt[run + 1]! - runAt[run]!;
  return (ts - runTs[run]!) / MINUTE_MS < bars ? run : -1;
}
