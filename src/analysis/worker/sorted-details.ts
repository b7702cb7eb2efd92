import { type TextColumn, compareTexts, textAt } from '../../database/copy/copy-decoder.js';
import { tradeOrder } from '../../stats/calculator/trade-order.js';
import { valuesAt } from '../../stats/calculator/trade-columns.js';
import type { ColumnsOfTrades } from '../../trades/read-trade-columns.js';
import { FIGURE_NUMBERS } from '../../trades/trade-figures.js';
import type { AnalysedTrades } from '../analysed-trades.js';

/** A session's trades in trade order, and where each stands in the columns that were read. */
export interface SortedDetails {
  readonly trades: AnalysedTrades;
  /** The text of trade i. */
  readonly textOf: (column: 'id' | 'clientId' | 'tags', trade: number) => string;
}

const NUMBERS = [
  ...FIGURE_NUMBERS,
  'direction',
  'quantity',
  'entryPrice',
  'exitPrice',
  'stopLoss',
  'asset',
] as const satisfies readonly (keyof AnalysedTrades)[];

export const DETAIL_COLUMNS = [...NUMBERS, 'clientId', 'id'] as const;

/** What analyses need of a session's trades; tags where they were asked for. */
export type TradeDetails = ColumnsOfTrades<(typeof DETAIL_COLUMNS)[number]> & { readonly tags?: TextColumn };

export function sortedDetails(details: TradeDetails): SortedDetails {
  const { count, clientId } = details;
  const order = tradeOrder(details, (a, b) => compareTexts(clientId, a, b));
  const sorted = (column: Float64Array) => (order ? valuesAt(column, order) : column);
  const columns = Object.fromEntries(NUMBERS.map((name) => [name, sorted(details[name])]));
  return {
    trades: { count, ...columns } as unknown as AnalysedTrades,
    textOf: (column, trade) => textAt(details[column]!, order ? order[trade]! : trade),
  };
}
