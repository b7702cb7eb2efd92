import type { Span } from '../market/spans.js';
import type { BarColumns } from './store/bar-columns.js';

export const CANDLE_SOURCES = ['cache', 'venue', 'mixed'] as const;
export type CandleSource = (typeof CANDLE_SOURCES)[number];

/** Returns where the bars come from. An empty response comes from the venue if the venue was requested. */
export function sourceOf(bars: BarColumns, fetched: readonly Span[]): CandleSource {
  if (fetched.length === 0) return 'cache';
  let fromVenue = 0;
  for (const ts of bars.ts) if (fetched.some((span) => ts >= span.start && ts < span.end)) fromVenue += 1;
  if (fromVenue === bars.count) return 'venue';
  return fromVenue === 0 ? 'cache' : 'mixed';
}
