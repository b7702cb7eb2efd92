import type { Span } from '../shared/market/spans.js';
import type { BarColumns } from './store/bar-columns.js';

export const CANDLE_SOURCES = ['cache', 'venue', 'mixed'] as const;
export type CandleSource = (typeof CANDLE_SOURCES)[number];

/** Returns the source of the bars. The source of an empty response is the venue if a request was sent to the venue. */
export function sourceOf(bars: BarColumns, fetched: readonly Span[]): CandleSource {
  if (fetched.length === 0) return 'cache';
  let fromVenue = 0;
  for (const ts of bars.ts) if (fetched.some((span) => ts >= span.start && ts < span.end)) fromVenue += 1;
  if (fromVenue === bars.count) return 'venue';
  return fromVenue === 0 ? 'cache' : 'mixed';
}
