import type { Span } from '../../shared/market/spans.js';
import { Asset } from '../../sessions/asset.entity.js';
import { valuesAt } from '../../shared/figures/calculator/trade-columns.js';
import { placesByAsset } from './places-by-asset.js';
import type { RiskedTrades } from './risked-trades.js';
import { mergedWindows } from './windows.js';

/** A market of a session with the market's trades and the union of the trades' windows. */
export interface MarketWindows {
  readonly asset: Pick<Asset, 'symbol' | 'feed' | 'timeframe' | 'calendarCode' | 'position'>;
  /** Indexes of the market's trades among all trades of the session. There is at least one trade. */
  readonly places: Uint32Array;
  /** Spans of whole minutes, ascending and disjoint. */
  readonly windows: readonly Span[];
}

/** Returns the markets that have trades, in the order of the assets. */
export function marketsOf(
  trades: RiskedTrades,
  assets: readonly MarketWindows['asset'][],
  horizonMs: number,
): MarketWindows[] {
  const placesOf = placesByAsset(trades);
  return assets.flatMap((asset) => {
    const places = placesOf.get(asset.position);
    return places
      ? [{ asset, places, windows: mergedWindows(valuesAt(trades.entryTime, places), horizonMs) }]
      : [];
  });
}
