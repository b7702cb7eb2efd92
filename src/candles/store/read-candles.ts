import { type Interval, MINUTE_MS, floorToInterval, intervalMs } from '../../shared/market/intervals.js';
import { type Span, intersectSpans, subtractSpans, wholeCells } from '../../shared/market/spans.js';
import { aggregateBars } from './aggregate-bars.js';
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
import type { SeriesKey } from './series-key.js';

/** Query for the newest bars of a series before a moment. */
export interface NewestBars extends SeriesKey {
  /** Maximum number of bars. */
  readonly count: number;
  /** Exclusive upper bound of the open times, ms UTC: on the grid, and not after the end of the closed bars. */
  readonly end: number;
}

/**
 * Maximum number of 1m bars in memory at a time. The number is a multiple of a day, so that it contains whole bars of
 * every interval.
 */
export const MINUTES_PER_READ = 20 * 1440;

/**
 * Returns the bars of a span if each cell of the span has a settled bar of the series itself, or each cell has a bar
 * that was made from settled minutes; otherwise null.
 */
export async function readWhole(store: CandleStore, key: SeriesKey, span: Span): Promise<BarColumns | null> {
  const { feed, symbol, interval } = key;
  const made = await readMadeOnly(store, key, span, (minutesId) =>
    store.settledMadeBars(minutesId, interval, span, true),
  );
  if (made) return made;
  const own = await store.findSeries(feed, symbol, interval);
  const bars = own && (await store.settledBars(own.id, span));
  if (isWhole(bars, span, interval)) return bars;
  const minutes = own && interval !== '1m' ? await store.findSeries(feed, symbol, '1m') : null;
  // Bars and gaps of the series itself go before made bars.
  if (!own || !minutes || (await store.coveredSpans(own.id, span.start, span.end)).length > 0) return null;
  const older = await store.settledMadeBars(minutes.id, interval, span, false);
  return isWhole(older, span, interval) ? older : null;
}

/**
 * Returns the made bars of a span if each cell has one, and the symbol has no series of its own at the interval;
 * otherwise null. Takes a single read, as a read of stored bars does (bench row "GET /candles, 500 bars of 1h").
 */
async function readMadeOnly(
  store: CandleStore,
  key: SeriesKey,
  span: Span,
  read: (minutesId: number) => Promise<BarColumns | null>,
): Promise<BarColumns | null> {
  if (key.interval === '1m' || store.isKnown(key)) return null;
  const minutes = await store.findSeries(key.feed, key.symbol, '1m');
  const bars = minutes && (await read(minutes.id));
  return isWhole(bars, span, key.interval) ? bars : null;
}

const isWhole = (bars: BarColumns | null, { start, end }: Span, interval: Interval): bars is BarColumns =>
  bars?.count === (end - start) / intervalMs(interval);

/**
 * Returns the newest stored bars, ascending. Where the interval itself has no bar, returns a bar aggregated from 1m
 * bars.
 */
export async function readCandles(store: CandleStore, wanted: NewestBars): Promise<BarColumns> {
  const { feed, symbol, interval, count, end } = wanted;
  const span = { start: end - count * intervalMs(interval), end };
  const made = await readMadeOnly(store, wanted, span, (minutesId) =>
    store.madeBars(minutesId, interval, span, true),
  );
  if (made) return made;
  const own = await store.findSeries(feed, symbol, interval);
  const stored = own ? await store.newestBars(own.id, end, count) : NO_BARS;
  if (interval === '1m') return stored;
  const minutes = await store.findSeries(feed, symbol, '1m');
  if (!minutes) return stored;
  // If enough bars are stored, only aggregated bars newer than the oldest stored bar can be part of the result.
  const start = stored.count === count ? stored.ts[0]! : Number.MIN_SAFE_INTEGER;
  const covered = wholeCells(await store.coveredSpans(minutes.id, start, end), intervalMs(interval));
  const notStored = subtractSpans(covered, cellsOf(stored, interval));
  const aggregated = await aggregateNewest(store, minutes.id, notStored, wanted, stored);
  const all = unionBars(stored, aggregated);
  return sliceBars(all, Math.max(0, all.count - count));
}

/**
 * Aggregates spans backward in time until there are `count` bars, counting stored bars of the same time or newer.
 * @param spans ascending, on the grid of the interval, covered at 1m
 */
async function aggregateNewest(
  store: CandleStore,
  minutesId: number,
  spans: readonly Span[],
  { interval, count }: NewestBars,
  stored: BarColumns,
): Promise<BarColumns> {
  const cellMs = intervalMs(interval);
  const cellsPerChunk = (MINUTES_PER_READ * MINUTE_MS) / cellMs;
  const newestFirst: BarColumns[] = [];
  let found = 0;
  let left: readonly Span[] = spans;
  for (let span = left.at(-1); span; span = left.at(-1)) {
    const { end } = span;
    const needed = count - found - (stored.count - positionOf(stored, end));
    if (needed <= 0) break;
    const madeStart = end - needed * cellMs;
    const made = await store.madeBars(minutesId, interval, { start: madeStart, end });
    const isMade = made.count > 0;
    const start = isMade ? madeStart : end - Math.min(needed, cellsPerChunk) * cellMs;
    const minutes = isMade ? made : await store.readBars(minutesId, start, end);
    const cells = intersectSpans(left, [{ start, end }]);
    const bars = isMade
      ? barsWithin(made, cells)
      : aggregateNotMade(store, minutesId, minutes, cells, interval);
    newestFirst.push(bars);
    found += bars.count;
    const next = minutes.count > 0 ? start : await endOfOlderBars(store, minutesId, start, interval);
    left = intersectSpans(left, [{ start: -Infinity, end: next }]);
  }
  return concatBars(newestFirst.toReversed());
}

/** Aggregates minutes, and reports that their larger bars are not made. */
export function aggregateNotMade(
  store: CandleStore,
  minutesId: number,
  minutes: BarColumns,
  cells: readonly Span[],
  interval: Interval,
): BarColumns {
  const bars = aggregateBars(minutes, cells, interval);
  if (bars.count > 0) store.onNotMade(minutesId);
  return bars;
}

/**
 * Returns the end of the newest larger bar that is older than `ts`, so that a long empty span is skipped in one step.
 */
async function endOfOlderBars(
  store: CandleStore,
  minutesId: number,
  ts: number,
  interval: Interval,
): Promise<number> {
  const newest = await store.newestBars(minutesId, ts, 1);
  return newest.count === 0 ? -Infinity : floorToInterval(newest.ts[0]!, interval) + intervalMs(interval);
}
