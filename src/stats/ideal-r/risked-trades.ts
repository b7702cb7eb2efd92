/** Trades whose stop lies on their losing side, as parallel columns in trade order. */
export interface RiskedTrades {
  readonly count: number;
  readonly id: readonly string[];
  /** +1 long, −1 short. */
  readonly direction: Float64Array;
  readonly entryTime: Float64Array;
  readonly entryPrice: Float64Array;
  readonly stopLoss: Float64Array;
  readonly plNet: Float64Array;
  /** Position of the trade's asset in its session: which market it is in. */
  readonly asset: Float64Array;
}

/** The values of a column at some places, in their order. */
export function valuesAt(column: Float64Array, places: Uint32Array): Float64Array {
  const values = new Float64Array(places.length);
  for (let i = 0; i < places.length; i += 1) values[i] = column[places[i]!]!;
  return values;
}
