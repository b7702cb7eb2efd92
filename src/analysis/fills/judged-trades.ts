import type { AnalysedTrades } from '../analysed-trades.js';

/** Closed trades with their targets. */
export interface JudgedTrades extends AnalysedTrades {
  /** The takeProfit. NaN if the trade has none on its winning side. */
  readonly target: Float64Array;
}

export type Level = 'stop' | 'target';

/** Returns the price of a level; NaN if the trade has no such level. */
export const levelPrice = ({ stopLoss, target }: JudgedTrades, trade: number, level: Level): number =>
  (level === 'stop' ? stopLoss : target)[trade]!;

/** Returns on which side of the price the level of a trade lies: 1 above, −1 below. */
export const sideOfLevel = ({ direction }: JudgedTrades, trade: number, level: Level): 1 | -1 =>
  direction[trade] === (level === 'target' ? 1 : -1) ? 1 : -1;
