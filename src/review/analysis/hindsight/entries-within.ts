import type { Span } from '../../../shared/market/spans.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { lastAtOrBefore } from '../../../shared/market/first-place.js';

/**
 * Returns 1 for each trade whose entry lies in a span of its asset, and 0 for every other trade.
 * @param spans merged spans, by position of the asset
 */
export function entriesWithin(
  { count, entryTime, asset }: Pick<AnalysedTrades, 'count' | 'entryTime' | 'asset'>,
  spans: readonly (readonly Span[])[],
): Uint8Array {
  const starts = spans.map((ofAsset) => Float64Array.from(ofAsset, ({ start }) => start));
  const within = new Uint8Array(count);
  for (let i = 0; i < count; i += 1) {
    const entry = entryTime[i]!;
    const place = lastAtOrBefore(starts[asset[i]!]!, entry);
    within[i] = Number(place >= 0 && entry < spans[asset[i]!]![place]!.end);
  }
  return within;
}
