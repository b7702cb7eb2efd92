import { DAY_MS, MINUTE_MS } from '../../../shared/market/intervals.js';
import type { AnalysedTrades } from '../analysed-trades.js';

/**
 * Resolution of the trades' times in ms: the true moment is in [time, time + resolution). If the resolution is 0, the
 * time is exact. If it is the length of a bar, the time is the open time of a bar.
 */
export interface StampResolution {
  readonly entryMs: number;
  readonly exitMs: number;
}

/** The resolution of exact times. */
export const EXACT_STAMPS: StampResolution = { entryMs: 0, exitMs: 0 };

/** The resolution that is used if the times do not fit the candles: no bar certainly lies within a trade. */
export const NOTHING_CERTAIN: StampResolution = { entryMs: Infinity, exitMs: 0 };

/**
 * Returns the resolution of the entry times and of the exit times of all trades. The resolution is the length of the
 * longest bars for which every time could be an open time. The length must divide a day.
 */
export const resolutionOf = ({
  count,
  entryTime,
  exitTime,
}: Pick<AnalysedTrades, 'count' | 'entryTime' | 'exitTime'>): StampResolution => ({
  entryMs: commonLength(entryTime.subarray(0, count)),
  exitMs: commonLength(exitTime.subarray(0, count)),
});

/** Returns the greatest common divisor of a day and all times; 0 if a time is not on a whole minute. */
export function commonLength(times: Float64Array): number {
  let length = DAY_MS;
  for (const time of times) {
    if (time % MINUTE_MS !== 0) return 0;
    length = greatestCommonDivisor(length, time);
  }
  return length;
}

function greatestCommonDivisor(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
  return divisor;
}
