import { CsvError, parse } from 'csv-parse';
import { startOf } from './start-of.js';
import { TradeFileError } from './trade-file-error.js';

/** Longest line, in bytes; a quoted cell may span several lines, which count as one. */
const MAX_LINE_BYTES = 1_000_000;

const MAX_COLUMNS = 200;

/** How much text is examined to detect the delimiter. */
const HEAD_BYTES = 64 * 1024;

const DELIMITERS = [',', ';', '\t', '|'] as const;

export interface CsvRow {
  readonly cells: readonly string[];
  /** From 1; the last one of a row whose quoted cells hold line breaks. */
  readonly line: number;
}

/**
 * The rows of a csv text, a few at a time; empty lines are left out. The delimiter is detected from the first lines, or
 * named by a first line `sep=;`, as Excel writes it.
 * @throws TradeFileError for a malformed or oversized line
 */
export async function* csvRows(text: AsyncIterable<Buffer>): AsyncGenerator<readonly CsvRow[]> {
  const { start, chunks } = await startOf(text, HEAD_BYTES);
  const named = /^sep=(.)\r?\n/.exec(start.toString('latin1'));
  let rows: CsvRow[] = [];
  const parser = parse({
    delimiter: named?.[1] ?? delimiterOf(start),
    from_line: named ? 2 : 1,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
    on_record: (cells: string[], { lines }) => {
      if (cells.length > MAX_COLUMNS)
        throw new TradeFileError(
          'file',
          `line ${lines} has ${cells.length} columns, more than ${MAX_COLUMNS}`,
        );
      rows.push({ cells, line: lines });
      return null;
    },
  });
  // The parser has no output, but goes on only when its output is read.
  parser.resume();
  parser.on('error', () => undefined);
  const parsed = async (feed: (done: (error?: Error | null) => void) => void): Promise<readonly CsvRow[]> => {
    await new Promise<void>((resolve, reject) => {
      parser.once('error', reject);
      feed((error) => {
        parser.off('error', reject);
        if (error) reject(error);
        else resolve();
      });
    }).catch((error: unknown) => {
      throw lineError(error);
    });
    const batch = rows;
    rows = [];
    return batch;
  };
  try {
    for await (const chunk of chunks) yield await parsed((done) => parser.write(chunk, done));
    yield await parsed((done) => parser.end(done));
  } finally {
    parser.destroy();
  }
}

/** The most frequent delimiter, outside quotes, of the first line with several columns. */
function delimiterOf(start: Buffer): string {
  for (const line of start.toString('utf8').split(/\r\n|\n|\r/)) {
    const bare = line.replaceAll(/"[^"]*"/g, '');
    const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length - 1);
    const most = Math.max(...counts);
    if (most >= 3) return DELIMITERS[counts.indexOf(most)]!;
  }
  return ',';
}

function lineError(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = typeof error.lines === 'number' ? `line ${error.lines} ` : '';
  const problem =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `is longer than ${MAX_LINE_BYTES} bytes`
      : `is not valid csv: ${error.message}`;
  return new TradeFileError('file', `${line}${problem}`, { cause: error });
}
