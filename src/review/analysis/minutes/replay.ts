import { MINUTE_MS, floorToInterval } from '../../../shared/market/intervals.js';
import { type Span, intersectSpans } from '../../../shared/market/spans.js';

/**
 * Returns the minutes that an analysis of a replay may read: bars that close at most a minute after the newest trade.
 * Later bars would show what happens next in the replay.
 */
export const untilNewest = (spans: readonly Span[], newestStamp: number): Span[] =>
  intersectSpans(spans, [{ start: -Infinity, end: floorToInterval(newestStamp, '1m') + MINUTE_MS }]);
