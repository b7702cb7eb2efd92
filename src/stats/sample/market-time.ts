/** Ascending spans [start, end) that do not overlap, as parallel columns. */
export interface MarketTime {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Sum of the lengths of the spans, ms. */
  readonly total: number;
}

/**
 * Returns the time in which at least one trade was open. Entries and exits are sorted separately, because the number of
 * open trades at a moment does not depend on which exit belongs to which entry.
 * @param entries entry times of the trades, in any order
 * @param exits exit times of the trades, in any order
 */
export function openTime(entries: Float64Array, exits: Float64Array): MarketTime {
  const [starts, ends] = [entries.toSorted(), exits.toSorted()];
  let [spans, open, total, from] = [0, 0, 0, 0];
  for (let i = 0, j = 0; j < ends.length;) {
    if (i < starts.length && starts[i]! <= ends[j]!) {
      if (open === 0) from = starts[i]!;
      open += 1;
      i += 1;
      continue;
    }
    open -= 1;
    const end = ends[j]!;
    j += 1;
    if (open > 0 || end === from) continue;
    total += end - from;
    // The function never writes more spans than it has read values, so no unread value is overwritten.
    starts[spans] = from;
    ends[spans] = end;
    spans += 1;
  }
  return { starts: starts.slice(0, spans), ends: ends.slice(0, spans), total };
}

/** Returns the length of the time that is in both, ms. */
export function sharedTime(a: MarketTime, b: MarketTime): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.starts.length && j < b.starts.length;) {
    const [endOfA, endOfB] = [a.ends[i]!, b.ends[j]!];
    shared += Math.max(0, Math.min(endOfA, endOfB) - Math.max(a.starts[i]!, b.starts[j]!));
    if (endOfA < endOfB) i += 1;
    else j += 1;
  }
  return shared;
}
