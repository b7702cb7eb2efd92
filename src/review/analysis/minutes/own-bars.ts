import { MINUTE_MS, ceilToInterval, floorToInterval } from '../../../shared/market/intervals.js';
import type { Span } from '../../../shared/market/spans.js';

/**
 * Returns the minutes in which a fill may lie if its time is exact or is the open of its bar: the minutes that open in
 * [floor(time), time + resolution). The minute that contains the time is always included.
 */
export function ownBars(time: number, resolutionMs: number): Span {
  const start = floorToInterval(time, '1m');
  return { start, end: Math.max(ceilToInterval(time + resolutionMs, '1m'), start + MINUTE_MS) };
}

/**
 * Returns the minutes in which a fill may lie if its time is the close of its bar. Returns an empty span for a time
 * within a minute, because bars close only at whole minutes.
 */
export function barsBefore(time: number, resolutionMs: number): Span {
  const start = time % MINUTE_MS === 0 ? time - Math.max(resolutionMs, MINUTE_MS) : time;
  return { start, end: time };
}
