import { roundedQuotient } from '../../../shared/decimal/exact-decimal.js';
import { mean, whole } from '../../../shared/decimal/exact-sum.js';
import { mergeSpans } from '../../../shared/market/spans.js';
import {
  type CalculatedFigures,
  type StatisticsSettings,
  calculateFigures,
} from '../../../shared/figures/calculator/calculate-statistics.js';
import { type TradeColumns, tradesAtPlaces } from '../../../shared/figures/calculator/trade-columns.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { entriesWithin } from './entries-within.js';
import { openTradeTime, timeWithin } from './open-trade-time.js';
import { type Market, type SeenMarket, isIn } from './seen-markets.js';
import { type SeenSession, seenSessions } from './seen-sessions.js';

export interface HindsightSettings extends StatisticsSettings {
  /** Market of each asset, by position of the asset. */
  readonly markets: readonly Market[];
}

export interface Hindsight {
  /** Trades with a seen entry / all trades, 0..1; null if there are no trades. */
  readonly seenEntryShare: number | null;
  /** Seen time of the trades / time of the trades, 0..1; null if the time of the trades is 0. */
  readonly seenTimeShare: number | null;
  /** Sessions that have seen an entry or a part of the time of the trades, in the given order. */
  readonly seenSessions: readonly SeenSession[];
  /**
   * Figures of the trades with a seen entry, and of the trades without a seen entry. Each group is computed like a
   * separate session.
   */
  readonly figures: { readonly seen: CalculatedFigures; readonly unseen: CalculatedFigures };
  readonly reason: 'no-trades' | null;
}

/**
 * Computes how much of the trades the trader may have known in advance, from the charts of earlier sessions. A trade
 * counts as seen if an earlier session has seen its entry.
 * @param earlier times of markets that earlier sessions have seen, in any order; disjoint for each session and market
 */
export function hindsight(
  trades: TradeColumns & Pick<AnalysedTrades, 'asset'>,
  earlier: readonly SeenMarket[],
  settings: HindsightSettings,
): Hindsight {
  const { count } = trades;
  const spans = settings.markets.map((market) => mergeSpans(earlier.filter((seen) => isIn(seen, market))));
  const isSeen = entriesWithin(trades, spans);
  const seen = placesWhere(isSeen, 1);
  const times = settings.markets.map((_, asset) => openTradeTime(trades, asset));
  const total = times.reduce((sum, { total }) => sum + total, 0);
  const shared = times.reduce(
    (sum, time, asset) => spans[asset]!.reduce((sum, span) => sum + timeWithin(time, span), sum),
    0,
  );
  return {
    seenEntryShare: mean(whole(seen.length), count),
    seenTimeShare: total === 0 ? null : roundedQuotient(whole(shared), whole(total)),
    seenSessions: seenSessions(earlier, settings.markets, times),
    figures: {
      seen: calculateFigures(tradesAtPlaces(trades, seen), settings),
      unseen: calculateFigures(tradesAtPlaces(trades, placesWhere(isSeen, 0)), settings),
    },
    reason: count === 0 ? 'no-trades' : null,
  };
}

function placesWhere(flags: Uint8Array, wanted: 0 | 1): Uint32Array {
  const places = new Uint32Array(flags.length);
  let count = 0;
  for (let i = 0; i < flags.length; i += 1) {
    // If the index does not belong to the result, the next index overwrites it.
    places[count] = i;
    count += Number(flags[i] === wanted);
  }
  return places.subarray(0, count);
}
