import type { CandleStore } from './candle-store.js';
import { type Feed, type Interval, ceilToInterval, floorToInterval, intervalMs } from './intervals.js';
import { type Span, intersectSpans, mergeSpans, wholeCells } from './spans.js';

/**
 * The spans within [from, to) in which the store can answer every bar of an interval: those that it covers at that
 * interval, and the whole bars that it covers at 1m. Ascending and merged.
 * @param from and `to`: on the grid of the interval
 */
export async function knownSpans(
  store: CandleStore,
  series: { readonly feed: Feed; readonly symbol: string; readonly interval: Interval },
  from: number,
  to: number,
): Promise<Span[]> {
  const { feed, symbol, interval } = series;
  const own = await store.findSeries(feed, symbol, interval);
  const covered = own ? await store.coverage(own.id, from, to) : [];
  if (interval === '1m') return covered;
  const minutes = await store.findSeries(feed, symbol, '1m');
  if (!minutes) return covered;
  const byMinute = await store.coverage(
    minutes.id,
    floorToInterval(from, interval),
    ceilToInterval(to, interval),
  );
  const cells = wholeCells(byMinute, intervalMs(interval));
  return intersectSpans(mergeSpans([...covered, ...cells]), [{ start: from, end: to }]);
}
