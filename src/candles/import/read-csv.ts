import { CsvError, parse } from 'csv-parse';
import { pipeline } from 'node:stream/promises';
import type { CandleRows } from './candle-rows.js';

/** A row of candles has about 150 bytes. */
const MAX_LINE_BYTES = 4096;

/**
 * Passes every row of a csv text to `rows`, in order, without holding the text in memory.
 * @throws CandleFileError for a bad row; errors of `text` are passed on
 */
export async function readCsv(text: AsyncIterable<Buffer>, rows: CandleRows): Promise<void> {
  const parser = parse({
    bom: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
    on_record: (fields: string[], { lines }) => {
      rows.take(fields, lines);
      return null;
    },
  });
  // The parser has no output, but ends only when its output is read.
  parser.resume();
  await pipeline(text, parser).catch((error: unknown) => {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : undefined;
    const tooLong = error.code === 'CSV_MAX_RECORD_SIZE';
    throw rows.error(tooLong ? `is longer than ${MAX_LINE_BYTES} bytes` : error.message, line);
  });
}
