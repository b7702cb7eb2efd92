import { lastAtOrBefore } from '../../../shared/market/first-place.js';
import { INTERVALS, MINUTE_MS, intervalMs } from '../../../shared/market/intervals.js';
import type { MinuteBars } from '../../../stats/ideal-r/walkable-minutes.js';

/**
 * Lengths of bars, ms. Tools use the open times of bars of these lengths as the times of trades. Each length is a
 * multiple of the length before. A tool may also use bars of another length.
 */
export const RUNGS_MS: readonly number[] = INTERVALS.map(intervalMs);

export type Ranges = Pick<MinuteBars, 'count' | 'ts' | 'low' | 'high'>;

/** Builds bars of a length from 1m bars. A bar is known if all its minutes are known. */
export function rungBars(minutes: Ranges, rungMs: number): Ranges {
  if (rungMs === MINUTE_MS) return minutes;
  const [ts, low, high]: [number[], number[], number[]] = [[], [], []];
  const span = rungMs / MINUTE_MS;
  for (let from = 0; from < minutes.count; from += 1) {
    // If the last minute of a bar is `span - 1` elements after the first, no minute of the bar is missing.
    const start = minutes.ts[from]!;
    if (start % rungMs !== 0 || minutes.ts[from + span - 1] !== start + rungMs - MINUTE_MS) continue;
    ts.push(start);
    low.push(least(minutes.low, from, from + span));
    high.push(greatest(minutes.high, from, from + span));
  }
  return {
    count: ts.length,
    ts: Float64Array.from(ts),
    low: Float64Array.from(low),
    high: Float64Array.from(high),
  };
}

function least(column: Float64Array, from: number, to: number): number {
  let value = Infinity;
  for (let i = from; i < to; i += 1) if (column[i]! < value) value = column[i]!;
  return value;
}

function greatest(column: Float64Array, from: number, to: number): number {
  let value = -Infinity;
  for (let i = from; i < to; i += 1) if (column[i]! > value) value = column[i]!;
  return value;
}

/** Returns the position of the bar that opens at `ts`; −1 if the bar is unknown. */
export function barAt({ ts: opens }: Ranges, ts: number): number {
  const at = lastAtOrBefore(opens, ts);
  return opens[at] === ts ? at : -1;
}
