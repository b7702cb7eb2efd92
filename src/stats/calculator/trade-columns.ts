/**
 * Closed trades as parallel columns: place i of every column is trade i. Times are epoch milliseconds, money is
 * in account currency, `plPct` in percent, and `rMultiple` is NaN for a trade without one. A column may be longer
 * than `count`; what lies beyond it is never read.
 */
export interface TradeColumns {
  readonly count: number;
  readonly entryTime: Float64Array;
  readonly exitTime: Float64Array;
  readonly plGross: Float64Array;
  readonly plNet: Float64Array;
  readonly plPct: Float64Array;
  readonly feesPaid: Float64Array;
  readonly rMultiple: Float64Array;
}

/** A closed trade, with what the columns hold of it; `rMultiple` is null without a valid stop. */
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
export const columnsOf = (trades: readonly ClosedTrade[]): TradeColumns => ({
  count: trades.length,
  entryTime: Float64Array.from(trades, (trade) => trade.entryTime),
  exitTime: Float64Array.from(trades, (trade) => trade.exitTime),
  plGross: Float64Array.from(trades, (trade) => trade.plGross),
  plNet: Float64Array.from(trades, (trade) => trade.plNet),
  plPct: Float64Array.from(trades, (trade) => trade.plPct),
  feesPaid: Float64Array.from(trades, (trade) => trade.feesPaid),
  rMultiple: Float64Array.from(trades, (trade) => trade.rMultiple ?? NaN),
});
