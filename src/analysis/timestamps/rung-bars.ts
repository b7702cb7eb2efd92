import { lastAtOrBefore } from '../../market/first-place.js';
import { INTERVALS, MINUTE_MS, intervalMs } from '../../market/intervals.js';
import type { MinuteBars } from '../../stats/ideal-r/walkable-minutes.js';

/** The lengths of bars that trades may be stamped by, ms, each a multiple of the one before. */
export const RUNGS_MS: readonly number[] = INTERVALS.map(intervalMs);

export type Ranges = Pick<MinuteBars, 'count' | 'ts' | 'low' | 'high'>;

/** Bars of a length made of 1m bars. A bar is known when all its minutes are. */
export function rungBars(minutes: Ranges, rungMs: number): Ranges {
  if (rungMs === MINUTE_MS) return minutes;
  const [ts, low, high]: [number[], number[], number[]] = [[], [], []];
  const span = rungMs / MINUTE_MS;
  for (let from = 0; from < minutes.count; from += 1) {
    // All minutes of a bar are there when its last one is as many places after its first one.
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

/** The position of the bar that opens at `ts`; −1 if it is unknown. */
export function barAt({ ts: opens }: Ranges, ts: number): number {
  const at = lastAtOrBefore(opens, ts);
  return opens[at] === ts ? at : -1;
}
