import type { AnalysedTrades } from '../analysed-trades.js';

/** Closed trades with their targets. */
export interface TargetedTrades extends AnalysedTrades {
  /** The takeProfit. NaN if the trade has no takeProfit on its winning side. */
  readonly target: Float64Array;
}

/** Closed trades whose fills are compared with volumes. */
export interface JudgedTrades extends TargetedTrades {
  /** The quantity as sent, without the point value. */
  readonly qty: Float64Array;
}

export type Level = 'stop' | 'target';

/** Returns the price of a level; NaN if the trade has no such level. */
export const levelPrice = ({ stopLoss, target }: TargetedTrades, trade: number, level: Level): number =>
  (level === 'stop' ? stopLoss : target)[trade]!;

/** Returns on which side of the market price a level of a trade lies: 1 for above, −1 for below. */
export const sideOfLevel = ({ direction }: TargetedTrades, trade: number, level: Level): 1 | -1 =>
  direction[trade] === (level === 'target' ? 1 : -1) ? 1 : -1;
