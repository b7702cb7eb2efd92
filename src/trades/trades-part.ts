import { isRepeat } from './new-trade.js';
import type { Trade } from './trade.entity.js';

/** Trades that are stored by one statement. */
export interface TradesPart {
  readonly trades: readonly Trade[];
  /** Returns the name of the trade at an index of the part, as used in problems. */
  readonly nameOf: (index: number) => string;
  /** Returns the trade at a position as earlier versions read it from the same row. */
  readonly previousOf?: (index: number) => readonly Trade[];
  /** Returns a message about a trade that differs from the stored trade. */
  readonly conflictOf?: (index: number, stored: Trade) => string;
}

/** Trades to compare with stored trades. */
export type SentTrades = Pick<TradesPart, 'trades' | 'previousOf' | 'conflictOf'>;

/** Returns whether a sent trade is stored, as it is sent now or as earlier versions read it. */
export const isStoredAs = (stored: Trade, { trades, previousOf }: SentTrades, index: number): boolean =>
  isRepeat(trades[index]!, stored) ||
  (previousOf?.(index) ?? []).some((previous) => isRepeat(previous, stored));

/** Returns the message about a sent trade that is stored with different content. */
export const conflictMessage = (stored: Trade, { conflictOf }: SentTrades, index: number): string =>
  conflictOf?.(index, stored) ?? DIFFERENT_CONTENT;

const DIFFERENT_CONTENT =
  'is stored with different content; edit or delete the stored trade, or send another clientId';
