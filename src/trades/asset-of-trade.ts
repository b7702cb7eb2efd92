import { FieldProblem } from '../shared/problems/problem.js';
import { Asset } from '../sessions/asset.entity.js';
import { TradeInput } from './ingest-trades.dto.js';

/**
 * Returns the session's asset of a trade: the first asset if neither symbol nor feed is given, otherwise the only asset
 * that matches.
 * @returns the asset; if no asset or more than one asset matches, the problem of the field
 */
export function assetOfTrade(
  { symbol, feed }: Pick<TradeInput, 'symbol' | 'feed'>,
  assets: readonly Asset[],
): Asset | FieldProblem {
  if (symbol === undefined && feed === undefined) return assets[0]!;
  const withSymbol =
    symbol === undefined ? assets : assets.filter((asset) => asset.symbol === symbol.toUpperCase());
  if (withSymbol.length === 0) return { field: 'symbol', message: 'matches no asset of this session' };
  const matching = feed === undefined ? withSymbol : withSymbol.filter((asset) => asset.feed === feed);
  const [asset, ...others] = matching;
  if (!asset) return { field: 'feed', message: 'matches no asset of this session' };
  if (others.length === 0) return asset;
  return feed === undefined
    ? { field: 'symbol', message: 'matches more than one asset of this session; send the feed too' }
    : { field: 'feed', message: 'matches more than one asset of this session; send the symbol too' };
}
