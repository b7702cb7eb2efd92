import type { TradeColumns } from '../../shared/figures/calculator/trade-columns.js';

/** Closed trades in trade order, as parallel columns. */
export interface AnalysedTrades extends TradeColumns {
  /** 1 for a long trade, −1 for a short trade. */
  readonly direction: Float64Array;
  readonly quantity: Float64Array;
  readonly entryPrice: Float64Array;
  readonly exitPrice: Float64Array;
  /** Initial stop. NaN if the trade has no stop on its losing side and therefore no initial risk. */
  readonly stopLoss: Float64Array;
  /** Index of the trade's asset in the list of the session's assets. */
  readonly asset: Float64Array;
}
