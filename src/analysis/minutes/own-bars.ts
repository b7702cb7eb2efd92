import { MINUTE_MS, ceilToInterval, floorToInterval } from '../../market/intervals.js';
import type { Span } from '../../market/spans.js';

/**
 * Returns the minutes in which a fill may lie if its time is the open of its bar or exact: the minutes that open in
 * [floor(time), time + resolution), and at least the minute that contains the time.
 */
export function ownBars(time: number, resolutionMs: number): Span {
  const start = floorToInterval(time, '1m');
  return { start, end: Math.max(ceilToInterval(time + resolutionMs, '1m'), start + MINUTE_MS) };
}

/**
 * Returns the minutes in which a fill may lie if its time is the close of its bar. Returns an empty span for a time
 * within a minute, because no bar closes at such a time.
 */
export function barsBefore(time: number, resolutionMs: number): Span {
  const start = time % MINUTE_MS === 0 ? time - Math.max(resolutionMs, MINUTE_MS) : time;
  return { start, end: time };
}
