import type { Trade } from './trade.entity.js';

/** Trades that are stored by one statement. */
export interface TradesPart {
  readonly trades: readonly Trade[];
  /** Returns the name of the trade at an index of the part, as used in problems. */
  readonly nameOf: (index: number) => string;
}
