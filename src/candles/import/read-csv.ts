import { CsvError } from '../../shared/text/csv/csv-error.js';
import { csvRows } from '../../shared/text/csv/csv-rows.js';
import type { CandleRows } from './candle-rows.js';

/** Limit for a line. A row of candles has about 150 bytes, a row of a chart with 200 indicators about 4 KB. */
const MAX_LINE_BYTES = 32_768;

/**
 * Passes every row of a csv text to `rows`, in order, without holding the text in memory.
 * @throws CandleFileError for an invalid row; errors of `text` are passed on
 */
export async function readCsv(text: AsyncIterable<Buffer>, rows: CandleRows): Promise<void> {
  try {
    for await (const some of csvRows(text, { mostBytes: MAX_LINE_BYTES }))
      for (const { cells, line } of some) rows.take(cells, { line });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw rows.error(error.message, { line: error.line });
  }
}
