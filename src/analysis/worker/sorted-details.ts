import { type TextColumn, compareTexts } from '../../database/copy/copy-decoder.js';
import { tradeOrder } from '../../stats/calculator/trade-order.js';
import type { TradeDetails } from '../../trades/trade-details.js';
import type { AnalysedTrades } from '../analysed-trades.js';

/** A session's trades in trade order, and where each stands in the columns that were read. */
export interface SortedDetails {
  readonly trades: AnalysedTrades;
  /** The text of trade i. */
  readonly textOf: (column: 'id' | 'clientId' | 'tags', trade: number) => string;
}

const NUMBERS = [
  'entryTime',
  'exitTime',
  'plGross',
  'plNet',
  'plPct',
  'feesPaid',
  'rMultiple',
  'direction',
  'quantity',
  'entryPrice',
  'exitPrice',
  'stopLoss',
  'asset',
] as const satisfies readonly (keyof AnalysedTrades)[];

export function sortedDetails(details: TradeDetails): SortedDetails {
  const { count, clientId } = details;
  const order = tradeOrder(details, (a, b) => compareTexts(clientId, a, b));
  const sorted = (column: Float64Array): Float64Array => {
    if (!order) return column;
    const values = new Float64Array(count);
    for (let i = 0; i < count; i += 1) values[i] = column[order[i]!]!;
    return values;
  };
  const columns = Object.fromEntries(NUMBERS.map((name) => [name, sorted(details[name])]));
  return {
    trades: { count, ...columns } as unknown as AnalysedTrades,
    textOf: (column, trade) => textAt(details[column], order ? order[trade]! : trade),
  };
}

const textAt = ({ bytes, ends }: TextColumn, index: number): string =>
  bytes.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index]);
