import type { Span } from '../../candles/spans.js';
import { Asset } from '../../sessions/asset.entity.js';
import { type RiskedTrades, valuesAt } from './risked-trades.js';
import { mergedWindows } from './windows.js';

/** A market of a session, the trades in it, and the minutes that their windows look at, each once. */
export interface MarketWindows {
  readonly asset: Pick<Asset, 'symbol' | 'feed' | 'timeframe' | 'position'>;
  /** Places of its trades among all of the session, at least one. */
  readonly places: Uint32Array;
  /** Ascending, disjoint, on the minute. */
  readonly windows: readonly Span[];
}

/** The markets in which there are trades, in the order of the assets. */
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
  for (let trade = 0; trade < asset.length; trade += 1) if (asset[trade] === position) places.push(trade);
  return Uint32Array.from(places);
}
