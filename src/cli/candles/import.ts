import { CandleFileError } from '../../candles/import/candle-file-error.js';
import type { CandlesService, ImportSummary, SeriesKey } from '../../candles/candles.service.js';
import { minute } from '../terminal/minute.js';
import { progress } from '../terminal/progress.js';
import { withCandles } from './with-candles.js';

/** Imports files of one series. After a bad file, the import continues with the next file and fails at the end. */
export async function importFiles(files: readonly string[], series: SeriesKey): Promise<void> {
  await withCandles(async (candles) => {
    for (const file of files) await importFile(candles, file, series);
  });
}

async function importFile(candles: CandlesService, file: string, series: SeriesKey): Promise<void> {
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
  } catch (error) {
    if (!(error instanceof CandleFileError)) throw error;
    process.stderr.write(`${error.message}\nNothing of this file was stored.\n`);
    process.exitCode = 1;
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
