/**
 * Closed trades as parallel columns: position i of every column is trade i. Times are epoch milliseconds, money is in
 * account currency, `plPct` in percent, and `rMultiple` is NaN for a trade without one. A column may be longer than
 * `count`; values beyond it are never read.
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

/** The values of a column at the given places, in their order. */
export function valuesAt(column: Float64Array, places: Uint32Array): Float64Array {
  const values = new Float64Array(places.length);
  // Stryker disable next-line EqualityOperator: a write beyond the end is ignored
  for (let i = 0; i < places.length; i += 1) values[i] = column[places[i]!]!;
  return values;
}

/** The trades at the given places, in their order. */
export const tradesAtPlaces = (trades: TradeColumns, places: Uint32Array): TradeColumns => ({
  count: places.length,
  entryTime: valuesAt(trades.entryTime, places),
  exitTime: valuesAt(trades.exitTime, places),
  plGross: valuesAt(trades.plGross, places),
  plNet: valuesAt(trades.plNet, places),
  plPct: valuesAt(trades.plPct, places),
  feesPaid: valuesAt(trades.feesPaid, places),
  rMultiple: valuesAt(trades.rMultiple, places),
});
