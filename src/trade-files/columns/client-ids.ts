import type { RawTrade } from '../formats/raw-trade.js';
import type { RawTrades } from './raw-trades.js';

/**
 * Identifies trades whose file gives no id: the source, a hash of the printed entry, and a counter for equal entries
 * from the second on. The tool's own number is not used, because it shifts between exports.
 * @param newestFirst if true, the last of equal entries is the first that happened, and keeps its identity in a longer
 * export
 * @returns a function that takes the trades of the file in turn
 */
export function clientIds(
  { source, entryKeys, sameEntries }: RawTrades,
  newestFirst: boolean,
): (raw: RawTrade, index: number) => string {
  const seen = new Map<string, number>();
  return ({ clientId }, index) => {
    if (clientId !== undefined) return clientId;
    const entryKey = entryKeys[index]!;
    const count = sameEntries.get(entryKey)!;
    if (count === 1) return `${source}-${entryKey}`;
    const before = seen.get(entryKey) ?? 0;
    seen.set(entryKey, before + 1);
    const occurrence = newestFirst ? count - before : before + 1;
    return occurrence === 1 ? `${source}-${entryKey}` : `${source}-${entryKey}-${occurrence}`;
  };
}
