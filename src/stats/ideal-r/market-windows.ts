import type { Span } from '../../market/spans.js';
import { Asset } from '../../sessions/asset.entity.js';
import { valuesAt } from '../calculator/trade-columns.js';
import type { RiskedTrades } from './risked-trades.js';
import { mergedWindows } from './windows.js';

/** A market of a session, its trades, and the union of their windows. */
export interface MarketWindows {
  readonly asset: Pick<Asset, 'symbol' | 'feed' | 'timeframe' | 'position'>;
  /** Positions of its trades among all trades of the session; at least one. */
  readonly places: Uint32Array;
  /** Ascending, disjoint, on the minute. */
  readonly windows: readonly Span[];
}

/** The markets that have trades, in the order of the assets. */
export const marketsOf = (
  trades: RiskedTrades,
  assets: readonly MarketWindows['asset'][],
  horizonMs: number,
): MarketWindows[] =>
  assets
    .map((asset) => ({ asset, places: placesIn(trades, asset.position) }))
    .filter(({ places }) => places.length > 0)
    .map(({ asset, places }) => ({
      asset,
      places,
      windows: mergedWindows(valuesAt(trades.entryTime, places), horizonMs),
    }));

function placesIn({ asset }: RiskedTrades, position: number): Uint32Array {
  const places: number[] = [];
  // Stryker disable next-line EqualityOperator: beyond the end there is no asset
  for (let trade = 0; trade < asset.length; trade += 1) {
    if (asset[trade] === position) places.push(trade);
  }
  return Uint32Array.from(places);
}
