import { MINUTE_MS, ceilToInterval, floorToInterval } from '../../../shared/market/intervals.js';
import type { Span } from '../../../shared/market/spans.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import type { StampResolution } from '../minutes/stamp-resolution.js';

type Times = Pick<AnalysedTrades, 'count' | 'entryTime' | 'exitTime'>;

/**
 * Returns the minutes that may be read: from the first entry to the last minute at which an exit is measured, followed
 * by the time for which trades are followed.
 */
export function timingSpan(
  { count, entryTime, exitTime }: Times,
  { entryMs, exitMs }: StampResolution,
  horizonMs: number,
): Span {
  let [start, end] = [Infinity, -Infinity];
  for (let trade = 0; trade < count; trade += 1) {
    start = Math.min(start, floorToInterval(entryTime[trade]!, '1m'));
    const entry = ceilToInterval(entryTime[trade]! + entryMs, '1m');
    const exit = ceilToInterval(exitTime[trade]! + exitMs, '1m');
    end = Math.max(end, entry + MINUTE_MS, exit + MINUTE_MS);
  }
  return count === 0 ? { start: 0, end: 0 } : { start, end: end + ceilToInterval(horizonMs, '1m') };
}

/**
 * Returns whether the grids of all markets exceed a number of minutes.
 * @param whole all trades of the session, which determine the length of a grid
 * @param markets number of markets that have a grid
 */
export const hasTooLongGrids = (whole: Times, markets: number, maxMinutes: number): boolean =>
  leastMinutes(whole) * markets > maxMinutes;

/** Returns the minimum number of minutes from the first entry to the last minute at which an exit is measured. */
function leastMinutes({ count, entryTime, exitTime }: Times): number {
  let [first, last] = [Infinity, -Infinity];
  for (let trade = 0; trade < count; trade += 1) {
    first = Math.min(first, floorToInterval(entryTime[trade]!, '1m'));
    last = Math.max(last, floorToInterval(exitTime[trade]!, '1m'));
  }
  return count === 0 ? 0 : (last - first) / MINUTE_MS + 1;
}
