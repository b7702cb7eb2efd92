import type { BarColumns } from '../store/bar-columns.js';
import type { CandleStore } from '../store/candle-store.js';
import type { SeriesKey } from '../store/series-key.js';
import { intervalMs } from '../../shared/market/intervals.js';
import { readCandleFile } from './read-candle-file.js';

export interface CandleImport extends SeriesKey {
  readonly file: string;
  /** The current time, ms UTC. Bars that are not closed by then are left out. */
  readonly now: number;
  /**
   * Called during the reading with the stage `read` and a number of bytes (see `readCandleFile`), and after each commit
   * with the stage `write` and the number of committed bars.
   */
  readonly onProgress?: ((stage: 'read' | 'write', done: number, total: number) => void) | undefined;
}

export interface ImportSummary {
  readonly file: string;
  /** Number of rows in the file: the sum of inserted, changed, unchanged and leftOut. */
  readonly rows: number;
  readonly inserted: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Number of bars that were not closed yet. */
  readonly leftOut: number;
  /** Open times of the first and the last closed bar; null if the file has no closed bar. */
  readonly firstTs: number | null;
  readonly lastTs: number | null;
  /** Number of gaps between the first and the last bar. Consecutive missing bars are one gap. */
  readonly gaps: number;
}

/**
 * Stores the bars of a file. The file covers the span from its first to its last bar: if a bar within this span is not
 * in the file, the bar does not exist. Repeating an import changes nothing, or completes an interrupted import.
 * @throws CandleFileError if any row is invalid; then nothing of the file is stored
 */
export async function importCandles(store: CandleStore, task: CandleImport): Promise<ImportSummary> {
  const { file, feed, symbol, interval, now, onProgress } = task;
  const { bars, leftOutUnclosed } = await readCandleFile(file, {
    interval,
    now,
    onProgress: (bytes, total) => onProgress?.('read', bytes, total),
  });
  const summary = { file, rows: bars.count + leftOutUnclosed, leftOut: leftOutUnclosed };
  if (bars.count === 0) {
    return { ...summary, inserted: 0, changed: 0, unchanged: 0, firstTs: null, lastTs: null, gaps: 0 };
  }
  const firstTs = bars.ts[0]!;
  const lastTs = bars.ts[bars.count - 1]!;
  const series = await store.getOrCreateSeries(feed, symbol, interval);
  const counts = await store.writeBars(
    series.id,
    bars,
    { start: firstTs, end: lastTs + intervalMs(interval) },
    { onProgress: (written, total) => onProgress?.('write', written, total) },
  );
  return { ...summary, ...counts, firstTs, lastTs, gaps: gapsIn(bars, intervalMs(interval)) };
}

function gapsIn(bars: BarColumns, stepMs: number): number {
  let gaps = 0;
  for (let i = 1; i < bars.count; i += 1) if (bars.ts[i]! - bars.ts[i - 1]! > stepMs) gaps += 1;
  return gaps;
}
