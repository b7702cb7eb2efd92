import { firstPlace } from '../../shared/market/first-place.js';
import { MINUTE_MS } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';

/** Minutes without a bar in which a market was closed, as ascending spans that neither overlap nor touch. */
export interface ClosedMinutes {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Number of closed minutes before each span. */
  readonly before: Float64Array;
}

const columns = (spans: readonly Span[]): ClosedMinutes => {
  let sum = 0;
  return {
    starts: Float64Array.from(spans, ({ start }) => start),
    ends: Float64Array.from(spans, ({ end }) => end),
    before: Float64Array.from(spans, ({ start, end }) => {
      sum += (end - start) / MINUTE_MS;
      return sum - (end - start) / MINUTE_MS;
    }),
  };
};

/** The closed minutes of a market that never closes. */
export const NEVER_CLOSED: ClosedMinutes = columns([]);

/**
 * Returns the minutes of spans that have no bar.
 * @param spans whole minutes in which every bar is known; ascending, not touching
 * @param bars the open times of all bars within the spans
 */
export function closedMinutes(
  spans: readonly Span[],
  { count, ts }: { readonly count: number; readonly ts: Float64Array },
): ClosedMinutes {
  const closed: Span[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    let from = start;
    for (; at < count && ts[at]! < end; at += 1) {
      if (ts[at]! > from) closed.push({ start: from, end: ts[at]! });
      from = ts[at]! + MINUTE_MS;
    }
    if (from < end) closed.push({ start: from, end });
  }
  return columns(closed);
}

/** Returns the end of the closed span that contains a minute; the minute itself if the market is open then. */
export function endOfClosed({ starts, ends }: ClosedMinutes, ts: number): number {
  if (ends.length === 0) return ts;
  const place = firstPlace(ends.length, (at) => ends[at]! > ts);
  return place < ends.length && starts[place]! <= ts ? ends[place]! : ts;
}

/** Returns the number of closed minutes in a span of whole minutes. */
export function closedIn(closed: ClosedMinutes, { start, end }: Span): number {
  return start < end ? closedBefore(closed, end) - closedBefore(closed, start) : 0;
}

function closedBefore({ starts, ends, before }: ClosedMinutes, ts: number): number {
  if (ends.length === 0) return 0;
  const last = firstPlace(ends.length, (at) => starts[at]! >= ts) - 1;
  return last < 0 ? 0 : before[last]! + (Math.min(ts, ends[last]!) - starts[last]!) / MINUTE_MS;
}
