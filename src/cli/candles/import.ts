import { CandleFileError } from '../../candles/import/candle-file-error.js';
import type {
  CandleImportOptions,
  CandlesService,
  ImportSummary,
  SeriesKey,
} from '../../candles/candles.service.js';
import { intervalMs } from '../../shared/market/intervals.js';
import { analyseFilled } from '../../platform/database/analyse-filled.js';
import { printLine } from '../terminal/command.js';
import { minute } from '../terminal/minute.js';
import { progress } from '../terminal/progress.js';
import { withCandles } from './with-candles.js';

/** The series of the files, and how to read them. */
export interface CandleFileOptions extends SeriesKey, CandleImportOptions {}

/** Imports files of one series. After a bad file, the import continues with the next file and fails at the end. */
export async function importFiles(files: readonly string[], series: CandleFileOptions): Promise<void> {
  const { from, to, interval } = series;
  for (const [option, ts] of Object.entries({ from, to }))
    if (ts !== undefined && ts % intervalMs(interval) !== 0)
      throw new Error(`--${option} must be the start of a ${interval} bar.`);
  if (from !== undefined && to !== undefined && from >= to) throw new Error('--from must be before --to.');
  await withCandles(async (candles, _, dataSource) => {
    let inserted = 0;
    for (const file of files) inserted += await importFile(candles, file, series);
    await analyseFilled(dataSource, ['bars', 'made_bars'], inserted, printLine);
  });
}

/** @returns the number of new bars */
async function importFile(candles: CandlesService, file: string, series: CandleFileOptions): Promise<number> {
  const reading = progress(`${file}: checking`, 'bytes');
  const writing = progress(`${file}: storing`, 'bars');
  try {
    const summary = await candles.importFile({
      ...series,
      file,
      now: Date.now(),
      onProgress: (stage, done, total) => (stage === 'read' ? reading : writing).update(done, total),
    });
    process.stdout.write(`${summaryLine(summary)}\n`);
    return summary.inserted;
  } catch (error) {
    if (!(error instanceof CandleFileError)) throw error;
    process.stderr.write(`${error.message}\nNothing of this file was stored.\n`);
    process.exitCode = 1;
    return 0;
  } finally {
    reading.stop();
    writing.stop();
  }
}

function summaryLine(summary: ImportSummary): string {
  const { file, rows, inserted, changed, unchanged, leftOut, firstTs, lastTs, gaps } = summary;
  const span =
    firstTs === null || lastTs === null ? 'no closed bar' : `${minute(firstTs)} to ${minute(lastTs)}`;
  const parts = [`${inserted} new`, `${changed} changed`, `${unchanged} unchanged`];
  if (leftOut > 0) parts.push(`${leftOut} not closed yet`);
  parts.push(gaps === 1 ? '1 gap' : `${gaps} gaps`);
  return `${file}: ${rows} rows, ${span}: ${parts.join(', ')}`;
}
