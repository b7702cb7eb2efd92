import { compareTexts, textAt } from '../../database/copy/copy-decoder.js';
import type { ColumnsOfTrades } from '../../trades/read-trade-columns.js';
import { valuesAt } from '../calculator/trade-columns.js';
import { tradeOrder } from '../calculator/trade-order.js';

/** What the analysis needs of the trades that have a stop on the losing side. */
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

/** Trades with a stop on the losing side, as parallel columns in trade order. */
export interface RiskedTrades {
  readonly count: number;
  readonly id: readonly string[];
  /** +1 long, −1 short. */
  readonly direction: Float64Array;
  readonly entryTime: Float64Array;
  readonly entryPrice: Float64Array;
  readonly stopLoss: Float64Array;
  readonly plNet: Float64Array;
  /** Position of the trade's asset in its session, which identifies its market. */
  readonly asset: Float64Array;
}

/** The trades with these figures, in trade order. */
export function riskedTrades(figures: RiskFigures): RiskedTrades {
  const { count, id, clientId } = figures;
  const order = tradeOrder(figures, (a, b) => compareTexts(clientId, a, b));
  const places = order ?? Uint32Array.from({ length: count }, (_, i) => i);
  return {
    count,
    id: Array.from(places, (place) => textAt(id, place)),
    direction: valuesAt(figures.direction, places),
    entryTime: valuesAt(figures.entryTime, places),
    entryPrice: valuesAt(figures.entryPrice, places),
    stopLoss: valuesAt(figures.stopLoss, places),
    plNet: valuesAt(figures.plNet, places),
    asset: valuesAt(figures.asset, places),
  };
}
