import { type OpenTradeTime, hasEntryIn, timeWithin } from './open-trade-time.js';
import { type Market, type SeenMarket, isIn } from './seen-markets.js';

export interface SeenSession {
  /** Null for the sessions that were deleted. */
  readonly id: string | null;
  readonly name: string | null;
  /** Open time of the trades that the session has seen, summed over the trades, ms. */
  readonly sharedMs: number;
}

/** Returns the earlier sessions that have seen an entry or a part of the time of the trades, in the given order. */
export function seenSessions(
  earlier: readonly SeenMarket[],
  markets: readonly Market[],
  times: readonly OpenTradeTime[],
): SeenSession[] {
  const sessions = new Map<string | null, SeenSession>();
  for (const seen of earlier) {
    const asset = markets.findIndex((market) => isIn(seen, market));
    if (asset < 0) continue;
    const ofMarket = timeWithin(times[asset]!, seen);
    if (ofMarket === 0 && !hasEntryIn(times[asset]!, seen)) continue;
    const { id, name } = seen;
    sessions.set(id, { id, name, sharedMs: (sessions.get(id)?.sharedMs ?? 0) + ofMarket });
  }
  return [...sessions.values()];
}
