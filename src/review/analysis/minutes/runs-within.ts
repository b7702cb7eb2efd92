import { lastAtOrBefore } from '../../../shared/market/first-place.js';
import { MINUTE_MS } from '../../../shared/market/intervals.js';
import type { Span } from '../../../shared/market/spans.js';
import type { WalkableMinutes } from '../../../stats/ideal-r/walkable-minutes.js';

/**
 * Returns the position of the bar that opens at a time. For a time outside the sequence of bars, returns the nearest
 * end of the sequence.
 */
export type PositionOf = (ts: number) => number;

/**
 * Calls a function for each unbroken sequence of bars that overlaps a span, in order of time.
 * @param visit receives functions that convert open times to positions in the run, and positions to open times
 */
export function forRunsWithin(
  { runTs, runAt }: Pick<WalkableMinutes, 'runTs' | 'runAt'>,
  { start, end }: Span,
  visit: (positionOf: PositionOf, tsAt: (position: number) => number) => void,
): void {
  const first = Math.max(0, lastAtOrBefore(runTs, start));
  for (let run = first; run < runTs.length && runTs[run]! < end; run += 1) {
    const runStart = runTs[run]!;
    const runEnd = runStart + (runAt[run + 1]! - runAt[run]!) * MINUTE_MS;
    // 32-bit integers (`| 0`) make the loops over bars faster.
    visit(
      (ts) => (runAt[run]! + (Math.min(Math.max(ts, runStart), runEnd) - runStart) / MINUTE_MS) | 0,
      (position) => runStart + (position - runAt[run]!) * MINUTE_MS,
    );
  }
}
