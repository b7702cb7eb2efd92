import { readFileSync } from 'node:fs';
import { type BarColumns } from '../../src/candles/store/bar-columns.js';
import { readCandleFile } from '../../src/candles/import/read-candle-file.js';
import { realData } from './real-data.js';

/**
 * A trade in a list of another tool. The extremes that freqtrade records are those of all bars from the entry bar to
 * the exit bar.
 */
export interface RecordedTrade {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly entryPrice: number;
  readonly entryTime: number;
  readonly exitPrice: number;
  readonly exitTime: number;
  readonly stopLoss: number;
  readonly tool: { readonly min_rate: number; readonly max_rate: number };
}

/**
 * Returns the trades of a recorded list. If the list does not exist, returns null, and the console names what is not
 * checked.
 */
export function recordedTrades(name: string, misses: string): RecordedTrade[] | null {
  const file = realData(`cases/${name}.json`, misses);
  return file === null
    ? null
    : (JSON.parse(readFileSync(file, 'utf8')) as { trades: RecordedTrade[] }).trades;
}

/** Returns the recorded 1m candles of a spot symbol in 2023; null if there are none. */
export async function recordedMinutes(symbol: string, misses: string): Promise<BarColumns | null> {
  const file = realData(`candles/venue-spot/${symbol}-1m-2023.csv.gz`, misses);
  return file === null ? null : (await readCandleFile(file, { interval: '1m', now: Date.now() })).bars;
}
