import type { Span } from '../../../shared/market/spans.js';

export interface Market {
  readonly symbol: string;
  readonly feed: string;
}

/** A market that an earlier session of the workspace traded, with the first entry and the last exit in this market. */
export interface SeenMarket extends Market {
  /** Id of the session. */
  readonly id: string;
  readonly name: string;
  readonly firstEntry: number;
  readonly lastExit: number;
}

export const isIn = (seen: SeenMarket, { symbol, feed }: Market): boolean =>
  seen.symbol === symbol && seen.feed === feed;

export const tradedSpan = ({ firstEntry, lastExit }: SeenMarket): Span => ({
  start: firstEntry,
  end: lastExit,
});
