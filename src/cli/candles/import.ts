import { CandleStore } from '../../candles/candle-store.js';
import { CandleFileError } from '../../candles/import/candle-file-error.js';
import { ImportSummary, importCandles } from '../../candles/import/import-candles.js';
import { withDatabase } from '../command.js';
import { progress } from '../progress.js';
import type { SeriesOptions } from './series-options.js';
import { minute } from '../minute.js';

/** A file that is refused does not keep the others out; the exit code tells that one was. */
export async function importFiles(
  files: readonly string[],
  { feed, symbol, interval }: SeriesOptions,
): Promise<void> {
  await withDatabase(async (dataSource) => {
    const store = new CandleStore(dataSource);
    for (const file of files) {
      const reading = progress(`${file}: checking`, 'bytes');
      const writing = progress(`${file}: storing`, 'bars');
      try {
        const summary = await importCandles(store, {
          file,
          feed,
          symbol,
          interval,
          now: Date.now(),
          onProgress: (stage, done, total) => (stage === 'read' ? reading : writing).update(done, total),
        });
        reading.stop();
        writing.stop();
        process.stdout.write(`${summaryLine(summary)}\n`);
      } catch (error) {
        reading.stop();
        writing.stop();
        if (!(error instanceof CandleFileError)) throw error;
        process.stderr.write(`${error.message}\nNothing of this file was stored.\n`);
        process.exitCode = 1;
      }
    }
  });
}

function summaryLine({
  file,
  rows,
  inserted,
  changed,
  unchanged,
  leftOut,
  firstTs,
  lastTs,
  gaps,
}: ImportSummary): string {
  const span =
    firstTs === null || lastTs === null ? 'no closed bar' : `${minute(firstTs)} to ${minute(lastTs)}`;
  const parts = [`${inserted} new`, `${changed} changed`, `${unchanged} unchanged`];
  if (leftOut > 0) parts.push(`${leftOut} not closed yet and left out`);
  parts.push(gaps === 1 ? '1 gap' : `${gaps} gaps`);
  return `${file}: ${rows} rows, ${span}: ${parts.join(', ')}`;
}
