/** Rows of the ledger of tries, in the order of the ledger. */
export interface LedgerRows {
  readonly count: number;
  readonly hasEnded: (place: number) => boolean;
  /** Returns a value that is equal for runs with the same trades; null if the trades are not known. */
  readonly tradesOf: (place: number) => string | number | null;
}

/** Stands for the place of another row if the row itself counts. */
export const COUNTS_ITSELF = -1;

/**
 * Returns for each row the place of the row that counts instead, because it has the same trades; `COUNTS_ITSELF` if the
 * row itself counts. Of several rows with equal trades, the first live row counts; if no row is live, the first row
 * counts. A row whose trades are not known always counts.
 */
export function duplicatesIn({ count, hasEnded, tradesOf }: LedgerRows): Int32Array {
  const counted = new Map<string | number, number>();
  for (let place = 0; place < count; place += 1) {
    const trades = tradesOf(place);
    if (trades === null) continue;
    const before = counted.get(trades);
    if (before === undefined || (!hasEnded(place) && hasEnded(before))) counted.set(trades, place);
  }
  return Int32Array.from({ length: count }, (_, place) => {
    const trades = tradesOf(place);
    const counts = trades === null ? place : counted.get(trades)!;
    return counts === place ? COUNTS_ITSELF : counts;
  });
}
