import { CsvError } from '../../shared/text/csv/csv-error.js';
import { type CsvRow, csvRows } from '../../shared/text/csv/csv-rows.js';
import { startedStream } from '../../shared/text/started-stream.js';
import { TradeFileError } from './files/trade-file-error.js';

/**
 * Maximum bytes of a row, which is read without a pause for other requests. A trade with the longest texts needs a
 * fraction of this size.
 */
const MAX_LINE_BYTES = 250_000;
const MAX_COLUMNS = 200;

/** Number of bytes that are examined to detect the delimiter. */
const HEAD_BYTES = 64 * 1024;

const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * Yields the rows of a csv text, a few at a time. The delimiter is detected from the first lines. A first line such as
 * `sep=;`, which Excel writes, names the delimiter instead.
 * @throws TradeFileError for a malformed or oversized line
 */
export async function* tradeRows(text: AsyncIterable<Buffer>): AsyncGenerator<readonly CsvRow[]> {
  const { start, chunks } = await startedStream(text, HEAD_BYTES);
  const named = /^sep=([^"\r\n])\r?\n/.exec(start.toString('utf8'));
  const delimiter = named?.[1] ?? delimiterOf(start);
  try {
    for await (const rows of csvRows(chunks, { delimiter, mostBytes: MAX_LINE_BYTES })) {
      const wide = rows.find(({ cells }) => cells.length > MAX_COLUMNS);
      if (wide) {
        const found = `line ${wide.line} has ${wide.cells.length} columns`;
        throw new TradeFileError('file', `${found}, more than ${MAX_COLUMNS}`);
      }
      yield named && rows[0]?.line === 1 ? rows.slice(1) : rows;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TradeFileError('file', `line ${error.line} ${error.message}`, { cause: error });
  }
}

/**
 * Returns the delimiter of a csv: the most frequent delimiter, outside quotes, of the first line with several columns.
 */
function delimiterOf(start: Buffer): string {
  for (const line of start.toString('utf8').split(/\r\n|\n|\r/)) {
    const bare = line.replaceAll(/"[^"]*"/g, '');
    const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length - 1);
    const most = Math.max(...counts);
    if (most >= 3) return DELIMITERS[counts.indexOf(most)]!;
  }
  return ',';
}
