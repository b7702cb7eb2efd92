import { StringDecoder } from 'node:string_decoder';
import Papa from 'papaparse';
import { CsvError } from './csv-error.js';
import { WholeRows, breaksIn } from './whole-rows.js';

export interface CsvRow {
  readonly cells: readonly string[];
  /** From 1; the last one of a row whose quoted cells hold line breaks. */
  readonly line: number;
}

interface CsvOptions {
  readonly delimiter?: string;
  /** Of a row; a quoted cell may span several lines, which count as one. */
  readonly mostBytes: number;
}

/**
 * The rows of a csv text (RFC 4180, with any line breaks), as they arrive. Empty lines and a byte order mark are left out.
 * @param text UTF-8
 * @throws CsvError for a malformed or oversized row
 */
export async function* csvRows(
  text: AsyncIterable<Buffer>,
  { delimiter = ',', mostBytes }: CsvOptions,
): AsyncGenerator<readonly CsvRow[]> {
  const whole = new WholeRows(delimiter, mostBytes);
  let lines = 0;
  const rowsOf = (part: string): CsvRow[] => {
    const { data, errors } = Papa.parse<string[]>(part.replace(/\n$/, ''), { delimiter, newline: '\n' });
    const [error] = errors;
    const isQuoted = part.includes('"');
    const rows: CsvRow[] = [];
    // Papa Parse takes an empty text for no row.
    const all = data.length > 0 ? data : [['']];
    for (const [index, cells] of all.entries()) {
      lines += 1;
      if (isQuoted) for (const cell of cells) lines += breaksIn(cell);
      if (error?.row === index) throw new CsvError(lines, `is not valid csv: ${error.message}`);
      if (cells.length > 1 || cells[0] !== '') rows.push({ cells, line: lines });
    }
    return rows;
  };
  const decoder = new StringDecoder('utf8');
  let isStart = true;
  for await (const bytes of text) {
    const part = decoder.write(bytes);
    const rows = whole.add(isStart ? part.replace(/^\ufeff/, '') : part, lines + 1);
    isStart &&= part === '';
    if (rows !== '') yield rowsOf(rows);
  }
  const last = whole.end();
  if (last !== '') yield rowsOf(last);
}
