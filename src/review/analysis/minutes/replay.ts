import { MINUTE_MS, floorToInterval } from '../../../shared/market/intervals.js';
import { type Span, intersectSpans } from '../../../shared/market/spans.js';

/**
 * Returns the minutes that an analysis of a replay may read: bars that close at most a minute after the newest trade, or
 * by the latest instant that the replay has shown. Later bars would show what happens next in the replay.
 */
export const untilNewest = (
  spans: readonly Span[],
  newestStamp: number,
  furthest: number | null = null,
): Span[] => {
  const end = Math.max(
    floorToInterval(newestStamp, '1m') + MINUTE_MS,
    furthest === null ? -Infinity : floorToInterval(furthest, '1m'),
  );
  return intersectSpans(spans, [{ start: -Infinity, end }]);
};
