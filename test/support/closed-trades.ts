import type { TradeColumns } from '../../src/stats/calculator/trade-columns.js';

/** The fields of a closed trade that the columns hold; `rMultiple` is null without a valid stop. */
export interface ClosedTrade {
  readonly entryTime: number;
  readonly exitTime: number;
  readonly plGross: number;
  readonly plNet: number;
  readonly plPct: number;
  readonly feesPaid: number;
  readonly rMultiple: number | null;
}

/** The trades as columns, in the order given. */
export const toTradeColumns = (trades: readonly ClosedTrade[]): TradeColumns => ({
  count: trades.length,
  entryTime: Float64Array.from(trades, (trade) => trade.entryTime),
  exitTime: Float64Array.from(trades, (trade) => trade.exitTime),
  plGross: Float64Array.from(trades, (trade) => trade.plGross),
  plNet: Float64Array.from(trades, (trade) => trade.plNet),
  plPct: Float64Array.from(trades, (trade) => trade.plPct),
  feesPaid: Float64Array.from(trades, (trade) => trade.feesPaid),
  rMultiple: Float64Array.from(trades, (trade) => trade.rMultiple ?? NaN),
});
