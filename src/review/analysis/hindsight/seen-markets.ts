import type { Span } from '../../../shared/market/spans.js';

export interface Market {
  readonly symbol: string;
  readonly feed: string;
}

/** A time of a market that an earlier session of the workspace has seen. */
export interface SeenMarket extends Market, Span {
  /** Id of the session; null if it was deleted. */
  readonly id: string | null;
  readonly name: string | null;
}

export const isIn = (seen: SeenMarket, { symbol, feed }: Market): boolean =>
  seen.symbol === symbol && seen.feed === feed;
