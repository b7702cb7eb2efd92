import type { Trade } from './trade.entity.js';

/** Trades that are stored by one statement. */
export interface TradesPart {
  readonly trades: readonly Trade[];
  /** Returns how a problem names the trade at a position of the part. */
  readonly nameOf: (index: number) => string;
}
