import { textOrder } from '../../platform/database/copy/copied-columns.js';
import { type TradeCounts, type TradeFigures, countTrades } from '../../trades/trade-figures.js';
import {
  type CalculatedFigures,
  type StatisticsSettings,
  calculateStatistics,
} from '../../shared/figures/calculator/calculate-statistics.js';
import type { EquityCurve } from '../../shared/figures/calculator/walked-equity.js';
import { sortTradeColumns, tradeOrder } from '../../shared/figures/calculator/trade-order.js';
import { statisticsJson } from '../document/statistics-json.js';
import { thinnedCurve } from '../../shared/figures/thinned-curve.js';

/** The small part of a session's statistics that is enough to compare sessions. */
export interface Outline {
  /** Undefined figures are null. */
  readonly figures: CalculatedFigures;
  /** The thinned equity curve; see `thinnedCurve`. */
  readonly curve: EquityCurve;
}

export interface ComputedStatistics {
  /** JSON of the statistics; see `statisticsJson`. */
  readonly json: Buffer[];
  readonly counts: TradeCounts;
  readonly outline: Outline;
}

/**
 * Computes the statistics of a session. This function can run in any thread.
 * @param trades in any order; their columns are sorted in place
 */
export function computeStatistics(trades: TradeFigures, settings: StatisticsSettings): ComputedStatistics {
  const order = tradeOrder(trades, textOrder(trades.clientId));
  const calculated = calculateStatistics(sortTradeColumns(trades, order), settings);
  const { equityCurve, plPctDistribution: _, ...figures } = calculated;
  return {
    json: statisticsJson(calculated),
    counts: countTrades(trades),
    outline: { figures, curve: thinnedCurve(equityCurve) },
  };
}
