export const TRADE_COLUMNS = [
  'entryTime',
  'exitTime',
  'plGross',
  'plNet',
  'plPct',
  'feesPaid',
  'rMultiple',
] as const;

/**
 * Closed trades as parallel columns: index i of every column belongs to trade i. Times are in epoch milliseconds, money
 * is in account currency, `plPct` is in percent, and `rMultiple` is NaN for a trade without a valid stop. A column may
 * be longer than `count`; its values from index `count` on are never read.
 */
export interface TradeColumns extends Readonly<Record<(typeof TRADE_COLUMNS)[number], Float64Array>> {
  readonly count: number;
}

/** A closed trade, with a field for each column. `rMultiple` is null for a trade without a valid stop. */
export interface ClosedTrade {
  readonly entryTime: number;
  readonly exitTime: number;
  readonly plGross: number;
  readonly plNet: number;
  readonly plPct: number;
  readonly feesPaid: number;
  readonly rMultiple: number | null;
}

/** Returns the trades as columns, in the given order. */
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

/** Returns the values of a column at the given indexes, in the order of the indexes. */
export function valuesAt(column: Float64Array, places: Uint32Array): Float64Array {
  const values = new Float64Array(places.length);
  for (let i = 0; i < places.length; i += 1) values[i] = column[places[i]!]!;
  return values;
}

/** Returns the trades at the given indexes, in the order of the indexes. */
export function tradesAtPlaces(trades: TradeColumns, places: Uint32Array): TradeColumns {
  const columns = TRADE_COLUMNS.map((name) => [name, valuesAt(trades[name], places)]);
  return { count: places.length, ...Object.fromEntries(columns) } as TradeColumns;
}
