import type { Trade } from '../../api/trades.js';
import type { SortKey } from '../../report/panels/sort-trades.js';
import { sortTrades } from '../../report/panels/sort-trades.js';

/** The maximum number of trades that the page can sort. */
export const MAX_SORTED_TRADES = 1_000;

export interface TradeSort {
  readonly key: SortKey;
  readonly isDescending: boolean;
}

/** Returns the next order after a click on a column: descending, ascending, then the order of the exits again. */
export function nextSort(before: TradeSort | null, key: SortKey): TradeSort | null {
  if (before?.key !== key) return { key, isDescending: true };
  return before.isDescending ? { key, isDescending: false } : null;
}

/** Returns the trades in the given order; trades with equal values stay in the order of their exits. */
export const sortedTrades = (trades: readonly Trade[], sort: TradeSort): Trade[] =>
  sortTrades(trades, 'all', 0, sort).map(({ number }) => trades[number - 1]!);
