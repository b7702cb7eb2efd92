import { DAY_MS } from './intervals.js';
import { type Span, mergeSpans } from './spans.js';

/** The calendar of a market that never closes. It is the default of an asset. */
export const ALWAYS_OPEN = '24/7';

/**
 * Returns whether a market closes at times, such as at night or at weekends. Every calendar other than 24/7 does. The
 * hours themselves follow from the candles: a minute of the coverage without a bar is closed.
 */
export const closesAtTimes = (calendarCode: string): boolean => calendarCode !== ALWAYS_OPEN;

/**
 * Longest time between two covered spans during which a market counts as closed, ms. The longest usual holiday, Easter,
 * takes 4.6 days.
 */
export const LONGEST_CLOSE_MS = 6 * DAY_MS;

/**
 * Adds the times between covered spans during which a market that closes at times counts as closed.
 * @param covered ascending and disjoint
 */
export const withClosedTimes = (covered: readonly Span[]): Span[] =>
  mergeSpans(
    covered.flatMap((span, i) => {
      const next = covered[i + 1];
      const isClosed = next !== undefined && next.start - span.end <= LONGEST_CLOSE_MS;
      return isClosed ? [span, { start: span.end, end: next.start }] : [span];
    }),
  );
