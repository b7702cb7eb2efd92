import { markedEncoding } from './decoded-text.js';

/** Number of bytes at the start of a file that are enough to recognise its kind. */
export const KIND_BYTES = 1024;

const AS_CSV = 'save the sheet with the list of trades as csv, and send that file';

/** The member that tells a workbook from any other zip. */
export const WORKBOOK_MEMBER = 'xl/workbook.xml';

/** Binary workbooks are zips as well. */
export const BINARY_WORKBOOK_MEMBER = 'xl/workbook.bin';
export const BINARY_WORKBOOK = `is a binary Excel workbook (xlsb), which is not read: save it as xlsx, or ${AS_CSV}`;

/** Kinds of files that are not text, by their first bytes as Latin-1. */
const BINARY_KINDS = [
  [
    'PAR1',
    'is a Parquet file, which is not read: save its table as csv; our own export is read as csv or ndjson',
  ],
  ...['ARROW1', 'FEA1'].map(
    (start) =>
      [
        start,
        'is a feather file, which is not read: convert it with `freqtrade convert-trade-data --format-from feather --format-to json`, or save its table as csv; the result of a backtest is the zip or the JSON beside it',
      ] as const,
  ),
  ['\xd0\xcf\x11\xe0', `is an old Excel workbook (xls), which is not read: save it as xlsx, or ${AS_CSV}`],
  ['%PDF', 'is a PDF, which is not read: export the list of trades as csv instead'],
  [
    'SQLite format 3',
    'is a SQLite database, which is not read: save its table of trades as csv, and send that file',
  ],
  ['\x1f\x8b', 'is compressed with gzip, which is not read: unpack it, or send it as a zip'],
] as const;

/**
 * Matches the start of a page, which may have an XML declaration and comments before its first element. A comment ends at
 * its first end mark and nowhere else, so that many comments have one reading, and the search takes linear time.
 */
const HTML =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html|head|meta|title|body|table|div)\b/i;

/** Kinds of texts that are neither csv nor a result, by their start. */
const TEXT_KINDS = [
  [
    /^<(?:\?xml|!doctype|workbook)\b/i,
    'is an XML report, which is not read: open it in a spreadsheet, save the table with the trades as csv, and send that file',
  ],
  [
    /^\{\s*"loss"\s*:|^\{[^[\]]{0,200}"params_dict"\s*:/,
    'is a result of hyperopt (.fthypt), which has no trades: run `freqtrade backtesting` with the parameters of the epoch, and send the result of that backtest',
  ],
] as const;

/** Returns what is wrong with a file that is not text, and the way on; undefined if the file may be read. */
export function binaryProblem(start: Buffer): string | undefined {
  const bytes = start.toString('latin1');
  return BINARY_KINDS.find(([first]) => bytes.startsWith(first))?.[1];
}

/** Returns whether a file is an HTML page. Its first characters are ASCII, in whatever encoding. */
export function isHtml(start: Buffer): boolean {
  return HTML.test(new TextDecoder(markedEncoding(start) ?? 'utf-8').decode(start));
}

/**
 * Like `binaryProblem`, for a text.
 * @param head the first characters of the text, without white space before them
 */
export const markupProblem = (head: string): string | undefined =>
  TEXT_KINDS.find(([start]) => start.test(head))?.[1];
