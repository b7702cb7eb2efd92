import { type Interval, MINUTE_MS, floorToInterval, intervalMs } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';
import { aggregateBars } from './aggregate-bars.js';
import { type BarColumns, type Candle, positionOf, sliceBars } from './bar-columns.js';
import type { StoredAsOf } from './read-as-of.js';

/** The bar that is open at an instant, made of its closed minutes. */
export interface FormingBar extends Candle {
  /** The close of the last minute of the bar so far, ms UTC. */
  readonly until: number;
}

/** Returns whether every minute of a span is known. */
export const isCovered = ({ covered }: StoredAsOf, { start, end }: Span): boolean =>
  start >= end || (covered.start <= start && end <= covered.end);

/** Returns whether every minute of a span is known and no gap in it is requested again. */
export const isSettled = (stored: StoredAsOf, span: Span): boolean =>
  isCovered(stored, span) && (span.start >= span.end || stored.openGapEnd <= span.start);

/**
 * Returns the newest bars of an interval that has no series of its own, or of 1m; null if they are not certain to be
 * all.
 * @param until the end of the closed minutes
 * @param isLive true if each of the `count` cells must have a bar that will not change, because otherwise the venue is
 * asked
 */
export function closedBars(
  stored: StoredAsOf,
  interval: Interval,
  { until, count }: { readonly until: number; readonly count: number },
  isLive: boolean,
): BarColumns | null {
  const all = interval === '1m' ? stored.minutes : stored.made.get(interval);
  if (!all) return null;
  const bars = sliceBars(all, Math.max(0, all.count - count));
  const first = bars.count === count ? bars.ts[0]! : Number.MIN_SAFE_INTEGER;
  if (interval !== '1m' && stored.madeFrom > first) return null;
  const end = floorToInterval(until, interval);
  const start = end - count * intervalMs(interval);
  return !isLive || (first === start && isSettled(stored, { start, end })) ? bars : null;
}

/** Returns the bar of an interval that opens at `start`, from its minutes before `until`; null if they are not all known. */
export function formingBar(
  stored: StoredAsOf,
  interval: Interval,
  { start, end: until }: Span,
): FormingBar | null {
  const minutes = minutesWithin(stored, { start, end: until });
  if (minutes.count === 0 || !isCovered(stored, { start, end: until })) return null;
  const { open, high, low, close, volume } = aggregateBars(
    minutes,
    [{ start, end: start + intervalMs(interval) }],
    interval,
  );
  return {
    ts: start,
    open: open[0]!,
    high: high[0]!,
    low: low[0]!,
    close: close[0]!,
    volume: volume[0]!,
    until: minutes.ts[minutes.count - 1]! + MINUTE_MS,
  };
}

/** Returns the stored minutes of a span. */
export const minutesWithin = ({ minutes }: StoredAsOf, { start, end }: Span): BarColumns =>
  sliceBars(minutes, positionOf(minutes, start), positionOf(minutes, end));
