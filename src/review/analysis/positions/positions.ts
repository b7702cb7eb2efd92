import {
  type CalculatedFigures,
  type StatisticsSettings,
  calculateFigures,
} from '../../../shared/figures/calculator/calculate-statistics.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { mergedTrades } from './merged-trades.js';

/** Closed trades with the labels of their positions. */
export interface PositionedTrades extends AnalysedTrades {
  /** A number for each positionId; NaN for a trade without one. */
  readonly position: Float64Array;
}

export interface Positions {
  readonly reason: 'no-trades' | null;
  /** Number of positions. */
  readonly positions: number;
  /** Number of trades. */
  readonly trades: number;
  /** The greatest number of trades in one position; 0 without trades. */
  readonly largest: number;
  /** The statistics of the positions, as if each were one trade. */
  readonly figures: CalculatedFigures;
  /** The statistics of the trades. */
  readonly byTrade: CalculatedFigures;
}

/**
 * Returns the statistics of positions beside the statistics of their trades.
 * @param compareClientIds compares the clientIds of two trades by code point
 */
export function positions(
  trades: PositionedTrades,
  settings: StatisticsSettings,
  compareClientIds: (a: number, b: number) => number,
): Positions {
  const merged = mergedTrades(trades, compareClientIds);
  return {
    reason: trades.count === 0 ? 'no-trades' : null,
    positions: merged.trades.count,
    trades: trades.count,
    largest: merged.largest,
    figures: calculateFigures(merged.trades, settings),
    byTrade: calculateFigures(trades, settings),
  };
}
