import { textOrder } from '../../platform/database/copy/copied-columns.js';
import { type TradeFigures, joinFigures } from '../../trades/trade-figures.js';
import {
  type CalculatedFigures,
  type StatisticsSettings,
  calculateFigures,
} from '../../shared/figures/calculator/calculate-statistics.js';
import { sortTradeColumns, tradeOrder } from '../../shared/figures/calculator/trade-order.js';

/** The figures of a session without and with further trades. */
export interface ComparedFigures {
  readonly before: CalculatedFigures;
  readonly after: CalculatedFigures;
}

/**
 * Returns the figures of a session without and with further trades. This function can run in any thread.
 * @param trades trades of the session, in any order; their columns are sorted in place
 * @param added trades that the session does not have
 */
export function compareFigures(
  trades: TradeFigures,
  added: TradeFigures,
  settings: StatisticsSettings,
): ComparedFigures {
  // Sorting moves the values of the trades but not the client ids, so the columns are joined before they are sorted.
  const all = added.count === 0 ? null : joinFigures([trades, added]);
  const before = calculated(trades, settings);
  return { before, after: all ? calculated(all, settings) : before };
}

function calculated(trades: TradeFigures, settings: StatisticsSettings): CalculatedFigures {
  const order = tradeOrder(trades, textOrder(trades.clientId));
  return calculateFigures(sortTradeColumns(trades, order), settings);
}
