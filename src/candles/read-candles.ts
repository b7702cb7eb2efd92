import { aggregateBars } from './aggregate-bars.js';
import { type BarColumns, NO_BARS, concatBars, positionOf, sliceBars, unionBars } from './bar-columns.js';
import type { CandleStore } from './candle-store.js';
import {
  type Feed,
  type Interval,
  MINUTE_MS,
  ceilToInterval,
  closedUntil,
  floorToInterval,
  intervalMs,
} from './intervals.js';
import { type Span, intersectSpans, subtractSpans, wholeCells } from './spans.js';

export interface CandleQuery {
  readonly feed: Feed;
  /** Upper-case. */
  readonly symbol: string;
  readonly interval: Interval;
  /** Most bars of the answer. */
  readonly count: number;
  /** Exclusive bound on the open time, ms UTC; without it all closed bars are looked at. */
  readonly before?: number | undefined;
  /** The present, ms UTC. */
  readonly now: number;
}

/** Exclusive bound on the open times that a query asks for: on the grid, and where the closed bars end. */
export function endOf({ interval, before = Infinity, now }: CandleQuery): number {
  return Math.min(ceilToInterval(before, interval), closedUntil(interval, now));
}

/** Most 1m bars in memory at a time; whole days, so that it holds whole bars of every interval. */
const MINUTES_PER_CHUNK = 20 * 1440;

/**
 * The newest `count` closed bars that the store can answer, ascending: those stored at the interval, and where there
 * is none, those aggregated from 1m. It stops there: whether more is to be had elsewhere is not its question.
 */
export async function readCandles(store: CandleStore, query: CandleQuery): Promise<BarColumns> {
  const { feed, symbol, interval, count } = query;
  const end = endOf(query);
  const own = await store.findSeries(feed, symbol, interval);
  const stored = own ? await store.newestBars(own.id, end, count) : NO_BARS;
  if (interval === '1m') return stored;
  const minutes = await store.findSeries(feed, symbol, '1m');
  if (!minutes) return stored;
  // When enough is stored, only a newer bar can still displace an older one.
  const start = stored.count === count ? stored.ts[0]! : Number.MIN_SAFE_INTEGER;
  const covered = wholeCells(await store.coverage(minutes.id, start, end), intervalMs(interval));
  const missing = subtractSpans(covered, cellsOf(stored, interval));
  const aggregated = await aggregateNewest(store, minutes.id, missing, interval, count, stored);
  const all = unionBars(stored, aggregated);
  return sliceBars(all, Math.max(0, all.count - count));
}

function cellsOf(bars: BarColumns, interval: Interval): Span[] {
  return Array.from(bars.ts, (start) => ({ start, end: start + intervalMs(interval) }));
}

/**
 * Aggregates the `missing` spans backward until they, together with the stored bars that are as new, make `count`.
 * @param missing ascending, on the grid of the interval, wholly covered at 1m
 */
async function aggregateNewest(
  store: CandleStore,
  minutesId: number,
  missing: readonly Span[],
  interval: Interval,
  count: number,
  stored: BarColumns,
): Promise<BarColumns> {
  const cellMs = intervalMs(interval);
  const cellsPerChunk = (MINUTES_PER_CHUNK * MINUTE_MS) / cellMs;
  const newestFirst: BarColumns[] = [];
  let found = 0;
  let left: readonly Span[] = missing;
  for (let span = left.at(-1); span; span = left.at(-1)) {
    const { end } = span;
    const wanted = count - found - (stored.count - positionOf(stored, end));
    if (wanted <= 0) break;
    const start = end - Math.min(wanted, cellsPerChunk) * cellMs;
    const minutes = await store.readBars(minutesId, start, end);
    const bars = aggregateBars(minutes, intersectSpans(left, [{ start, end }]), interval);
    newestFirst.push(bars);
    found += bars.count;
    left = cutAt(left, minutes.count > 0 ? start : await endOfOlder(store, minutesId, start, interval));
  }
  return concatBars(newestFirst.toReversed());
}

/** Where the newest larger bar older than `ts` ends: a long stretch without a single bar is passed over in one step. */
async function endOfOlder(
  store: CandleStore,
  minutesId: number,
  ts: number,
  interval: Interval,
): Promise<number> {
  const newest = await store.newestBars(minutesId, ts, 1);
  return newest.count === 0 ? -Infinity : floorToInterval(newest.ts[0]!, interval) + intervalMs(interval);
}

function cutAt(spans: readonly Span[], end: number): Span[] {
  return intersectSpans(spans, [{ start: -Infinity, end }]);
}
