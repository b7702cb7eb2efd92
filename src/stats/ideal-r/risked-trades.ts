import { idAt, textOrder } from '../../platform/database/copy/copied-columns.js';
import type { ColumnsOfTrades } from '../../trades/read-trade-columns.js';
import { sortNumbers, tradeOrder } from '../../shared/figures/calculator/trade-order.js';

/** Columns of the trades that the analysis needs. */
export const RISK_COLUMNS = [
  'id',
  'clientId',
  'entryTime',
  'exitTime',
  'entryPrice',
  'stopLoss',
  'plNet',
  'direction',
  'asset',
] as const;

export type RiskFigures = ColumnsOfTrades<(typeof RISK_COLUMNS)[number]>;

/** Trades that have a stop on the losing side, as parallel columns in trade order. */
export interface RiskedTrades {
  readonly count: number;
  readonly idOf: (trade: number) => string;
  /** 1 for a long trade, −1 for a short trade. */
  readonly direction: Float64Array;
  readonly entryTime: Float64Array;
  readonly entryPrice: Float64Array;
  readonly stopLoss: Float64Array;
  readonly plNet: Float64Array;
  /** Index of the trade's asset in the session. The asset identifies the market. */
  readonly asset: Float64Array;
}

const SORTED = ['direction', 'entryTime', 'entryPrice', 'stopLoss', 'plNet', 'asset'] as const;

/**
 * Returns the trades in trade order.
 * @param figures in any order; their columns are sorted in place
 */
export function riskedTrades(figures: RiskFigures): RiskedTrades {
  const { id, clientId, exitTime: _, ...trades } = figures;
  const order = tradeOrder(figures, textOrder(clientId));
  if (order)
    sortNumbers(
      Array.from(SORTED, (name) => trades[name]),
      order,
    );
  return { ...trades, idOf: (trade) => idAt(id, order ? order[trade]! : trade) };
}
