import type { ImportSource } from './raw-trade.js';
import type { StoredRawTrade } from './raw-trades.js';

/**
 * Identities of trades whose file gives none: the source, a hash of the printed entry, and from the second on the
 * occurrence among equal entries. A tool's own number does not do: it shifts between exports.
 * @param sameEntries how many trades have the same entry
 * @param newestFirst then the last of equals is the first that happened, and keeps its identity in a longer export
 */
export function clientIds(
  source: ImportSource,
  sameEntries: ReadonlyMap<string, number>,
  newestFirst: boolean,
): (raw: StoredRawTrade) => string {
  const seen = new Map<string, number>();
  return ({ clientId, entryKey }) => {
    if (clientId !== undefined) return clientId;
    const count = sameEntries.get(entryKey)!;
    if (count === 1) return `${source}-${entryKey}`;
    const before = seen.get(entryKey) ?? 0;
    seen.set(entryKey, before + 1);
    const occurrence = newestFirst ? count - before : before + 1;
    return occurrence === 1 ? `${source}-${entryKey}` : `${source}-${entryKey}-${occurrence}`;
  };
}
