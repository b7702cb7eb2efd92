import {
  type IdColumn,
  type TextColumn,
  idsAt,
  textAt,
  textOrder,
  textsAt,
} from '../../../platform/database/copy/copied-columns.js';
import { valuesAt } from '../../../shared/figures/calculator/trade-columns.js';
import { sortNumbers, tradeOrder } from '../../../shared/figures/calculator/trade-order.js';
import type { ColumnsOfTrades } from '../../../trades/read-trade-columns.js';
import { FIGURE_NUMBERS } from '../../../trades/trade-figures.js';
import type { AnalysedTrades, TaggedTrades } from '../analysed-trades.js';
import { type TagCounts, taggedTrades } from '../breakdown/tagged-trades.js';
import type { MoreColumn, TaskTrades } from '../tasks/trade-task.js';

/** A session's trades in trade order. */
export interface SortedDetails<More extends MoreColumn = never> {
  readonly trades: TaskTrades<More>;
  readonly ids: IdColumn;
  readonly clientIds: TextColumn;
}

/** A session's trades in trade order, with their tags. */
export interface TaggedDetails extends SortedDetails {
  readonly tags: TaggedTrades;
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

/** The columns of a session's trades that analyses read. */
export type TradeDetails<More extends MoreColumn = never> = ColumnsOfTrades<
  (typeof DETAIL_COLUMNS)[number] | More
>;

/**
 * Returns the details in trade order.
 * @param details in any order; their numeric columns are sorted in place
 */
export const sortedDetails = <More extends MoreColumn = never>(
  details: TradeDetails<More>,
  more: readonly More[] = [],
): SortedDetails<More> =>
  inOrder(details, orderOf(details), [...NUMBERS, ...more]) as SortedDetails<MoreColumn>;

/**
 * Returns the details in trade order, with the tags that a breakdown shows.
 * @param details with the tags of each trade as a JSON array
 */
export function taggedDetails(
  { tags, ...details }: TradeDetails & { readonly tags: TextColumn },
  counts: TagCounts,
): TaggedDetails {
  const labelled = labelledDetails({ tags, ...details }, []);
  return { ...labelled.details, tags: taggedTrades(details.count, labelled.tagsOf, counts) };
}

/**
 * Returns the details in trade order, and a function that returns the tags of a trade.
 * @param details with the tags of each trade as a JSON array
 */
export function labelledDetails<More extends MoreColumn = never>(
  { tags, ...details }: TradeDetails<More> & { readonly tags: TextColumn },
  more: readonly More[] = [],
): {
  readonly details: SortedDetails<More>;
  readonly tagsOf: (trade: number) => readonly string[];
} {
  const order = orderOf(details);
  const tagsOf = (trade: number) => JSON.parse(textAt(tags, order ? order[trade]! : trade)) as string[];
  return { details: inOrder(details, order, [...NUMBERS, ...more]) as SortedDetails<MoreColumn>, tagsOf };
}

/** Returns a copy of the trades at these indexes. The indexes ascend, so the copy is in trade order. */
export function detailsAt<More extends MoreColumn = never>(
  { trades, ids, clientIds }: SortedDetails<More>,
  places: Uint32Array,
  more: readonly More[] = [],
): SortedDetails<More> {
  const columns = [...NUMBERS, ...more].map((name) => [name, valuesAt(trades[name], places)]);
  return {
    trades: {
      ...(Object.fromEntries(columns) as Omit<SortedDetails<More>['trades'], 'count'>),
      count: places.length,
    },
    ids: idsAt(ids, places),
    clientIds: textsAt(clientIds, places),
  };
}

const orderOf = (details: TradeDetails) => tradeOrder(details, textOrder(details.clientId));

/**
 * Returns the details, sorted in the given order.
 * @param order null if the trades are already in trade order
 */
function inOrder(
  { id, clientId, ...trades }: TradeDetails,
  order: Uint32Array | null,
  names: readonly string[] = NUMBERS,
): SortedDetails {
  if (!order) return { trades, ids: id, clientIds: clientId };
  sortNumbers(
    names.map((name) => trades[name as (typeof NUMBERS)[number]]),
    order,
  );
  return { trades, ids: idsAt(id, order), clientIds: textsAt(clientId, order) };
}

/** Returns the memory of the trades in bytes. */
export function bytesOf({ trades, ids, clientIds }: SortedDetails): number {
  const { count: _, ...columns } = trades;
  const views = [...Object.values(columns), ids.bytes, clientIds.bytes, clientIds.ends];
  return views.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}
