/** A row of the ledger of tries. */
export interface LedgerRow {
  /** The way in which the row ended; null if the row has not ended. */
  readonly ended: string | null;
  /** Hash of the trades of the run; null if the hash is not known. */
  readonly hash: string | null;
}

/**
 * Returns for each row the index of the row that counts instead, because it has the same trades; null if the row itself
 * counts. Of several rows with equal trades, the first live row counts; if no row is live, the first row counts. A row
 * without a hash always counts.
 * @param rows in the order of the ledger
 */
export function duplicatesIn(rows: readonly LedgerRow[]): (number | null)[] {
  const counted = new Map<string, number>();
  for (const [place, { ended, hash }] of rows.entries()) {
    if (hash === null) continue;
    const before = counted.get(hash);
    if (before === undefined || (ended === null && rows[before]!.ended !== null)) counted.set(hash, place);
  }
  return rows.map(({ hash }, place) => {
    const counts = hash === null ? place : counted.get(hash)!;
    return counts === place ? null : counts;
  });
}
