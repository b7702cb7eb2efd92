import { MINUTE_MS, floorToInterval, intervalMs } from '../../shared/market/intervals.js';
import {
  type Span,
  intersectSpans,
  mergeSpans,
  subtractSpans,
  wholeCells,
} from '../../shared/market/spans.js';
import {
  type BarColumns,
  NO_BARS,
  barsWithin,
  cellsOf,
  concatBars,
  positionOf,
  sliceBars,
  unionBars,
} from './bar-columns.js';
import type { CandleStore } from './candle-store.js';
import { MINUTES_PER_READ, aggregateNotMade } from './read-candles.js';
import type { SeriesKey } from './series-key.js';

/** Query for the oldest bars of a series within a span. */
export interface OldestBars extends SeriesKey, Span {
  /** Maximum number of bars. */
  readonly count: number;
}

/**
 * Returns the oldest stored bars, ascending. Where the interval itself has no bar, returns a bar aggregated from 1m
 * bars.
 * @param minutesCovered the parts of the span in which every 1m bar is known
 */
export async function readOldestCandles(
  store: CandleStore,
  wanted: OldestBars,
  minutesCovered: readonly Span[],
): Promise<BarColumns> {
  const { feed, symbol, interval, count, start, end } = wanted;
  const own = await store.findSeries(feed, symbol, interval);
  const stored = own ? await store.oldestBars(own.id, start, end, count) : NO_BARS;
  const minutes = interval === '1m' ? null : await store.findSeries(feed, symbol, '1m');
  if (!minutes) return stored;
  // If enough bars are stored, only aggregated bars older than the newest stored bar can be part of the result.
  const reach = { start, end: stored.count === count ? stored.ts[count - 1]! : end };
  const covered = intersectSpans(wholeCells(mergeSpans(minutesCovered), intervalMs(interval)), [reach]);
  const notStored = subtractSpans(covered, cellsOf(stored, interval));
  const aggregated = await aggregateOldest(store, minutes.id, notStored, wanted, stored);
  const all = unionBars(stored, aggregated);
  return sliceBars(all, 0, Math.min(count, all.count));
}

/**
 * Aggregates spans forward in time until there are `count` bars, counting stored bars that are older.
 * @param spans ascending, on the grid of the interval, covered at 1m
 */
async function aggregateOldest(
  store: CandleStore,
  minutesId: number,
  spans: readonly Span[],
  { interval, count, end: limit }: OldestBars,
  stored: BarColumns,
): Promise<BarColumns> {
  const cellMs = intervalMs(interval);
  const cellsPerChunk = (MINUTES_PER_READ * MINUTE_MS) / cellMs;
  const oldestFirst: BarColumns[] = [];
  let found = 0;
  let left: readonly Span[] = spans;
  for (let span = left[0]; span; span = left[0]) {
    const { start } = span;
    const needed = count - found - positionOf(stored, start);
    if (needed <= 0) break;
    const madeEnd = start + needed * cellMs;
    const made = await store.madeBars(minutesId, interval, { start, end: madeEnd });
    const isMade = made.count > 0;
    const end = isMade ? madeEnd : start + Math.min(needed, cellsPerChunk) * cellMs;
    const minutes = isMade ? made : await store.readBars(minutesId, start, end);
    const cells = intersectSpans(left, [{ start, end }]);
    const bars = isMade
      ? barsWithin(made, cells)
      : aggregateNotMade(store, minutesId, minutes, cells, interval);
    oldestFirst.push(bars);
    found += bars.count;
    const [newer = limit] = minutes.count > 0 ? [end] : (await store.oldestBars(minutesId, end, limit, 1)).ts;
    // Skips a long span without bars in one step.
    left = intersectSpans(left, [{ start: floorToInterval(newer, interval), end: limit }]);
  }
  return concatBars(oldestFirst);
}
