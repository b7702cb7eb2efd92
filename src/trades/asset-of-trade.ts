import { FieldProblem } from '../common/problem.js';
import { Asset } from '../sessions/asset.entity.js';
import { TradeInput } from './ingest-trades.dto.js';

/**
 * The session's asset that a trade is about: the first one when neither symbol nor feed is given, otherwise the only
 * one that matches what is given.
 * @returns the asset, or the field of the trade that leaves it open and why
 */
export function assetOfTrade({ symbol, feed }: TradeInput, assets: readonly Asset[]): Asset | FieldProblem {
  if (symbol === undefined && feed === undefined)
    return assets[0] ?? { field: 'symbol', message: 'has no asset to default to' };
  const ofSymbol =
    symbol === undefined ? assets : assets.filter((asset) => asset.symbol === symbol.toUpperCase());
  if (ofSymbol.length === 0) return { field: 'symbol', message: 'is no asset of this session' };
  const matching = feed === undefined ? ofSymbol : ofSymbol.filter((asset) => asset.feed === feed);
  const [only, ...others] = matching;
  if (!only) return { field: 'feed', message: 'is not the feed of an asset of this session that matches' };
  if (others.length === 0) return only;
  return feed === undefined
    ? { field: 'symbol', message: 'is traded on several feeds in this session: give the feed too' }
    : { field: 'feed', message: 'is that of several assets of this session: give the symbol too' };
}
