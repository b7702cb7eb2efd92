import type { CandleStore } from './candle-store.js';
import { type Feed, type Interval } from './intervals.js';
import { knownIn } from './knowledge.js';
import { type Span } from './spans.js';

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
  return knownIn(await store.knowledge(series, { start: from, end: to }), series.interval);
}
