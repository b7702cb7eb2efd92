import { CsvError } from '../../shared/text/csv/csv-error.js';
import { csvRows } from '../../shared/text/csv/csv-rows.js';
import { startedStream } from '../../shared/text/started-stream.js';
import type { CandleRows } from './candle-rows.js';
import { delimiterOf } from './delimiter-of.js';

/** Limit for a line. A row of candles has about 150 bytes, a row of a chart with 200 indicators about 4 KB. */
const MAX_LINE_BYTES = 32_768;

/** Number of bytes that are searched for the header, which shows the delimiter. */
const START_BYTES = 65_536;

/**
 * Passes every row of a csv text to `rows`, in order, without holding the text in memory.
 * @throws CandleFileError for an invalid row; errors of `text` are passed on
 */
export async function readCsv(text: AsyncIterable<Buffer>, rows: CandleRows): Promise<void> {
  try {
    const { start, chunks } = await startedStream(text, START_BYTES);
    const options = { delimiter: delimiterOf(start), mostBytes: MAX_LINE_BYTES };
    for await (const some of csvRows(chunks, options)) rows.takeAll(some);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw rows.error(error.message, { line: error.line });
  }
}
