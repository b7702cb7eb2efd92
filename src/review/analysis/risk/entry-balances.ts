import type { AnalysedTrades } from '../analysed-trades.js';
import { entryOrder, instantsOf } from './instants.js';
import { realisedBalances } from './realised-balances.js';

/**
 * Returns the realised balance at the entry of each trade: the initial balance plus the results of the trades that had
 * closed before. `instantsOf` documents the order of entries and exits that have the same time.
 */
export function entryBalances(
  trades: Pick<AnalysedTrades, 'count' | 'entryTime' | 'exitTime' | 'plNet'>,
  initialBalance: number,
): Float64Array {
  const byEntry = entryOrder(trades);
  const { count, begun, ended } = instantsOf(trades, byEntry);
  const balances = realisedBalances(trades, initialBalance);
  const atEntry = new Float64Array(trades.count);
  for (let row = 0, entry = 0; row < count; row++)
    for (; entry < begun[row]!; entry++) atEntry[byEntry[entry]!] = balances[ended[row]!]!;
  return atEntry;
}
