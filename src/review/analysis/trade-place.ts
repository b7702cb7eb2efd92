import { type TextColumn, textAt, textBytesAt } from '../../platform/database/copy/copied-columns.js';
import { firstPlace } from '../../shared/market/first-place.js';
import type { AnalysedTrades } from './analysed-trades.js';

/** A position in trade order, given by the sort keys of a trade. */
export type TradePlace = readonly [exitTime: number, entryTime: number, clientId: string];

/** Trades in trade order. */
export interface OrderedTrades extends Pick<AnalysedTrades, 'count' | 'entryTime' | 'exitTime'> {
  readonly clientIds: TextColumn;
}

/** Returns the position of a trade. */
export const placeOf = ({ exitTime, entryTime, clientIds }: OrderedTrades, trade: number): TradePlace => [
  exitTime[trade]!,
  entryTime[trade]!,
  textAt(clientIds, trade),
];

/** Returns the index of the first trade after a position. */
export function firstAfter(trades: OrderedTrades, [exitTime, entryTime, clientId]: TradePlace): number {
  const wanted = Buffer.from(clientId);
  // UTF-8 bytes have the same order as code points.
  const isAfter = (trade: number) =>
    (trades.exitTime[trade]! - exitTime ||
      trades.entryTime[trade]! - entryTime ||
      Buffer.compare(textBytesAt(trades.clientIds, trade), wanted)) > 0;
  return firstPlace(trades.count, isAfter);
}
