import type { BarColumns } from '../store/bar-columns.js';
import type { CandleStore } from '../store/candle-store.js';
import type { SeriesKey } from '../store/series-key.js';
import { type Interval, closedUntil, intervalMs } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';
import { readCandleFile } from './read-candle-file.js';
import type { TimeOptions } from './row-times.js';

/** The way in which the text of a file is read, and the span that it covers. */
export interface CandleImportOptions extends TimeOptions {
  /**
   * Bounds of the span that the file covers, ms UTC on the grid of the interval; by default the start of the first and
   * the end of the last closed bar. Bars outside the bounds are refused.
   */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface CandleImport extends SeriesKey, CandleImportOptions {
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
 * Stores the bars of a file. The file covers the span from its first to its last bar, or the stated span: if a bar
 * within this span is not in the file, the bar does not exist. Repeating an import changes nothing, or completes an
 * interrupted import.
 * @throws CandleFileError if any row is invalid; then nothing of the file is stored
 */
export async function importCandles(store: CandleStore, task: CandleImport): Promise<ImportSummary> {
  const { file, feed, symbol, interval, onProgress } = task;
  const { bars, leftOutUnclosed } = await readCandleFile(file, {
    ...task,
    onProgress: (bytes, total) => onProgress?.('read', bytes, total),
  });
  const summary = { file, rows: bars.count + leftOutUnclosed, leftOut: leftOutUnclosed };
  const span = coveredSpan(bars, task);
  if (span === null)
    return { ...summary, inserted: 0, changed: 0, unchanged: 0, firstTs: null, lastTs: null, gaps: 0 };
  const series = await store.getOrCreateSeries(feed, symbol, interval);
  const counts = await store.writeBars(series.id, bars, span, {
    onProgress: (written, total) => onProgress?.('write', written, total),
  });
  const firstTs = bars.ts[0] ?? null;
  const lastTs = bars.ts[bars.count - 1] ?? null;
  return { ...summary, ...counts, firstTs, lastTs, gaps: gapsIn(bars, interval) };
}

/**
 * Returns the span that the bars of a file cover; null if it is empty. Bars that were not closed are not covered, also
 * if the stated span contains them.
 */
export function coveredSpan(
  bars: BarColumns,
  { interval, now, from, to }: CandleImportOptions & { readonly interval: Interval; readonly now: number },
): Span | null {
  const last = bars.ts[bars.count - 1];
  const start = from ?? bars.ts[0];
  const end = to ?? (last === undefined ? undefined : last + intervalMs(interval));
  if (start === undefined || end === undefined) return null;
  const span = { start, end: Math.min(end, closedUntil(interval, now)) };
  return span.start < span.end ? span : null;
}

/** Returns the number of gaps between the first and the last bar. */
export function gapsIn(bars: BarColumns, interval: Interval): number {
  let gaps = 0;
  const stepMs = intervalMs(interval);
  for (let i = 1; i < bars.count; i += 1) if (bars.ts[i]! - bars.ts[i - 1]! > stepMs) gaps += 1;
  return gaps;
}
