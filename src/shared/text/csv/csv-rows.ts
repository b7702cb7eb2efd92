import { StringDecoder } from 'node:string_decoder';
import Papa from 'papaparse';
import { CsvError } from './csv-error.js';
import { type RowsText, WholeRows, breaksIn } from './whole-rows.js';

export interface CsvRow {
  readonly cells: readonly string[];
  /** Line number, from 1. A row with line breaks in quoted cells has the number of its last line. */
  readonly line: number;
}

interface CsvOptions {
  readonly delimiter?: string;
  /** Maximum bytes of a row. The lines of a quoted cell count together. */
  readonly mostBytes: number;
}

/**
 * Yields the rows of a csv text as they arrive. The text follows RFC 4180, with any line breaks. A byte order mark and
 * blank lines are skipped.
 * @param text UTF-8
 * @throws CsvError for a malformed or oversized row
 */
export async function* csvRows(
  text: AsyncIterable<Buffer>,
  { delimiter = ',', mostBytes }: CsvOptions,
): AsyncGenerator<readonly CsvRow[]> {
  const whole = new WholeRows(delimiter, mostBytes);
  const decoder = new StringDecoder('utf8');
  let lines = 0;
  let isStart = true;
  const rowsOf = (texts: readonly RowsText[]): CsvRow[] => {
    const rows: CsvRow[] = [];
    for (const { text, emptyLines } of texts) {
      if (text !== '') addRows(rows, text);
      lines += emptyLines;
    }
    return rows;
  };
  const addRows = (rows: CsvRow[], text: string): void => {
    const isQuoted = text.includes('"');
    for (const cells of parsedCells(text.replace(/\n$/, ''), delimiter)) {
      lines += 1;
      if (isQuoted) for (const cell of cells) lines += breaksIn(cell);
      if (text.length > mostBytes && rowLength(cells) > mostBytes)
        throw new CsvError(lines, `is longer than ${mostBytes} bytes`);
      if (cells.length > 1 || /[^ ]/.test(cells[0]!)) rows.push({ cells, line: lines });
    }
  };
  for await (const bytes of text) {
    const part = decoder.write(bytes);
    const rows = whole.add(isStart ? part.replace(BYTE_ORDER_MARK, '') : part, lines + 1);
    isStart &&= part === '';
    if (rows.length > 0) yield rowsOf(rows);
  }
  const last = whole.end(lines + 1);
  if (last.length > 0) yield rowsOf(last);
}

const BYTE_ORDER_MARK = /^\ufeff/;

/** @param text complete rows, separated by LF and checked by `WholeRows` */
function parsedCells(text: string, delimiter: string): string[][] {
  // A text without quotes, which is the usual case, is split here. Papa Parse is slow for many empty lines.
  if (!text.includes('"')) return text.split('\n').map((row) => row.split(delimiter));
  // Papa Parse removes a byte order mark from any text, so a byte order mark is doubled.
  return Papa.parse<string[]>(text.replace(BYTE_ORDER_MARK, '$&$&'), { delimiter, newline: '\n' }).data;
}

const rowLength = (cells: readonly string[]): number =>
  cells.reduce((length, cell) => length + cell.length + 1, -1);
