import { CsvError, parse } from 'csv-parse';
import { pipeline } from 'node:stream/promises';
import type { CandleRows } from './candle-rows.js';

/** Longest line in bytes; a row of candles has about 150. */
const LONGEST_LINE = 4096;

/**
 * Gives every row of a csv text, in order, to `rows`; nothing of the text is kept.
 * @throws CandleFileError for a bad row; errors of `text` pass through
 */
export async function readCsv(text: AsyncIterable<Buffer>, rows: CandleRows): Promise<void> {
  const parser = parse({
    bom: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE,
    on_record: (fields: string[], { lines }) => {
      rows.take(fields, lines);
      return null;
    },
  });
  // It has no output, but its end comes only when that is read.
  parser.resume();
  await pipeline(text, parser).catch((error: unknown) => {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : undefined;
    const tooLong = error.code === 'CSV_MAX_RECORD_SIZE';
    throw rows.error(tooLong ? `is longer than ${LONGEST_LINE} bytes, which no row is` : error.message, line);
  });
}
