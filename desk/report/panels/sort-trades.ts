import type { SheetTrade } from '../sheet-data.js';

export const OUTCOME_FILTERS = ['all', 'wins', 'losses'] as const;
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number];

export type SortKey =
  'number' | 'entryTime' | 'exitTime' | 'symbol' | 'side' | 'qty' | 'plNet' | 'plPct' | 'rMultiple';

export interface TradeOrder {
  readonly key: SortKey;
  readonly isDescending: boolean;
}

export interface NumberedTrade {
  readonly trade: SheetTrade;
  /** Position of the trade in trade order, from 1. */
  readonly number: number;
}

/** Returns the trades of an outcome in the given order. Undefined values come last. */
export function sortTrades(
  trades: readonly SheetTrade[],
  outcome: OutcomeFilter,
  threshold: number,
  { key, isDescending }: TradeOrder,
): NumberedTrade[] {
  const numbered = trades
    .map((trade, index) => ({ trade, number: index + 1 }))
    .filter(({ trade }) => matchesFilter(outcome, trade.plNet, threshold));
  const sign = isDescending ? -1 : 1;
  return numbered.sort((a, b) => {
    const [left, right] = [sortValue(a, key), sortValue(b, key)];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || a.number - b.number;
    if (left === right) return a.number - b.number;
    return left < right ? -sign : sign;
  });
}

function matchesFilter(outcome: OutcomeFilter, plNet: number, threshold: number): boolean {
  if (outcome === 'all') return true;
  return outcome === 'wins' ? plNet > threshold : plNet < -threshold;
}

const sortValue = ({ trade, number }: NumberedTrade, key: SortKey): string | number | null =>
  key === 'number' ? number : trade[key];
