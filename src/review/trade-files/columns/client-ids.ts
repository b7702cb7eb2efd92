import type { RawTrade } from '../formats/raw-trade.js';
import type { RawTrades } from './raw-trades.js';

/**
 * Returns a function that generates clientIds for the trades of a file without ids. Call it for each trade, in the
 * order of the file. A clientId consists of the source, a hash of the printed entry, and a counter from the second
 * equal entry on. The tool's own number of a trade is not used, because this number shifts between exports.
 * @param newestFirst if true, the last of equal entries happened first, so it keeps its clientId in a longer export
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
