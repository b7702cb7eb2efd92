import type { RiskedTrades } from './risked-trades.js';

/**
 * Returns the indexes of the trades of each asset, keyed by the position of the asset. Assets without trades are
 * omitted.
 */
export function placesByAsset(
  { count, asset }: Pick<RiskedTrades, 'count' | 'asset'>,
  isWanted: (trade: number) => boolean = () => true,
): ReadonlyMap<number, Uint32Array> {
  const places = new Map<number, number[]>();
  for (let trade = 0; trade < count; trade += 1) {
    if (!isWanted(trade)) continue;
    const ofAsset = places.get(asset[trade]!);
    if (ofAsset) ofAsset.push(trade);
    else places.set(asset[trade]!, [trade]);
  }
  return new Map(Array.from(places, ([position, trades]) => [position, Uint32Array.from(trades)]));
}

/** Returns whether a trade has an initial risk. */
export const hasRisk =
  ({ stopLoss }: Pick<RiskedTrades, 'stopLoss'>) =>
  (trade: number): boolean =>
    !Number.isNaN(stopLoss[trade]!);
