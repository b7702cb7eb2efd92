import { Cursors, foreignCursor } from '../shared/fields/cursor.js';
import { LAST_INSTANT } from '../shared/fields/value-rules.js';
import type { Trade } from './trade.entity.js';
import type { TradesQuery } from './trades-query.dto.js';

/** A page of trades; `nextCursor` is null on the last page. */
export interface TradesPage {
  readonly trades: readonly Trade[];
  readonly nextCursor: string | null;
}

/** A position in trade order: exitTime, entryTime, clientId. */
export type TradePosition = readonly [exitTime: number, entryTime: number, clientId: string];

/** The part of a session's trades in which a page lies; both bounds are exclusive. */
export interface TradeSpan {
  readonly after: TradePosition;
  readonly before: TradePosition;
}

/** An examined trade that matches the filters, or the last trade that the page examined. */
export interface ExaminedTrade extends Trade {
  readonly isMatch: boolean;
  readonly isLastExamined: boolean;
}

/** Returns the position before all trades that close at this time. Entry times are greater than 0. */
const positionBefore = (exitTime: number): TradePosition => [exitTime, 0, ''];

export function tradeCursors(sessionId: string, query: TradesQuery) {
  const { order, count: _, cursor: __, ...filters } = query;
  return new Cursors({ route: `/sessions/${sessionId}/trades`, filters, order }, ['time', 'time', 'text']);
}

type TradeCursors = ReturnType<typeof tradeCursors>;

/**
 * Returns the span of a page. The span has one lower and one upper bound, and the cursor replaces one bound. With two
 * conditions for one bound, PostgreSQL may begin to read an index at the wider condition.
 * @throws Problem VALIDATION_FAILED for a cursor of another list
 */
export function pageSpan(
  { order, cursor, from = 0, to = LAST_INSTANT + 1 }: TradesQuery,
  cursors: TradeCursors,
): TradeSpan {
  const whole = { after: positionBefore(from), before: positionBefore(to) };
  if (cursor === undefined) return whole;
  const position = cursors.read(cursor);
  // The cursor replaces a bound, so it must not lie outside that bound.
  if (position[0] < from || position[0] >= to) throw foreignCursor();
  return order === 'asc' ? { ...whole, after: position } : { ...whole, before: position };
}

/**
 * Builds a page from the examined trades.
 * @param examined in the order of the page, with at most one more match than the page can hold
 */
export function pageOf(examined: readonly ExaminedTrade[], count: number, cursors: TradeCursors): TradesPage {
  const matches = examined.filter(({ isMatch }) => isMatch);
  const trades = matches.slice(0, count);
  const last =
    matches.length > count ? trades.at(-1) : examined.findLast(({ isLastExamined }) => isLastExamined);
  const nextCursor = last ? cursors.write([last.exitTime, last.entryTime, last.clientId]) : null;
  return { trades, nextCursor };
}
