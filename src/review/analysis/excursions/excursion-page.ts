import { idAt } from '../../../platform/database/copy/copied-columns.js';
import { type TradePlace, firstAfter, placeOf } from '../trade-place.js';
import { NOTHING_CERTAIN } from '../minutes/stamp-resolution.js';
import type { ExcursionTable } from './excursion-table.js';
import { type Excursion, type Moves, completeInRisk, excursionOf } from './excursion.js';

/** The excursions of one trade. */
export interface TradeExcursion extends Excursion {
  readonly tradeId: string;
}

export interface ExcursionPage {
  readonly trades: readonly TradeExcursion[];
  /** Position of the last trade of the page; null if no trade follows. */
  readonly next: TradePlace | null;
}

/** Returns the first `count` trades after a position. If the position is null, the page begins with the first trade. */
export function excursionPage(table: ExcursionTable, after: TradePlace | null, count: number): ExcursionPage {
  const { trades, walks, ids, clientIds } = table;
  const from = after ? firstAfter({ ...trades, clientIds }, after) : 0;
  const to = Math.min(trades.count, from + count);
  const resolution = table.resolution ?? NOTHING_CERTAIN;
  const last = to - 1;
  return {
    trades: Array.from({ length: to - from }, (_, i) => ({
      tradeId: idAt(ids, from + i),
      ...excursionOf(trades, walks, from + i, resolution),
    })),
    next: to < trades.count ? placeOf({ ...trades, clientIds }, last) : null,
  };
}

/**
 * Returns the excursions in R, in trade order. Trades without an initial risk and trades with a missing bar are left
 * out.
 */
export function excursionsInRisk(table: ExcursionTable): (Moves & { readonly tradeId: string })[] {
  const { trades, walks, ids } = table;
  const resolution = table.resolution ?? NOTHING_CERTAIN;
  return Array.from({ length: trades.count }, (_, trade) => trade).flatMap((trade) => {
    const moves = completeInRisk(trades, walks, trade, resolution);
    return moves ? [{ tradeId: idAt(ids, trade), ...moves }] : [];
  });
}
