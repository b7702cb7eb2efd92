/** Number of bytes at the start of a file that are enough to recognise its kind. */
export const KIND_BYTES = 16;

const AS_CSV = 'save the sheet with the list of trades as csv, and send that file';

/** A workbook is a zip, so it is recognised by one of its members. */
export const WORKBOOK = `is an Excel workbook (xlsx), which is not read: ${AS_CSV}`;

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
  ['\xd0\xcf\x11\xe0', `is an old Excel workbook (xls), which is not read: ${AS_CSV}`],
  ['%PDF', 'is a PDF, which is not read: export the list of trades as csv instead'],
  [
    'SQLite format 3',
    'is a SQLite database, which is not read: save its table of trades as csv, and send that file',
  ],
  ['\x1f\x8b', 'is compressed with gzip, which is not read: unpack it, or send it as a zip'],
] as const;

/** Kinds of texts that are neither csv nor a result, by their start. */
const TEXT_KINDS = [
  [
    /^<(?:!doctype\s+html|html|head|body|table)\b/i,
    'is an HTML report, which is not read: open it in a spreadsheet, save the table with the trades as csv, and send that file',
  ],
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

/**
 * Like `binaryProblem`, for a text.
 * @param head the first characters of the text, without white space before them
 */
export const markupProblem = (head: string): string | undefined =>
  TEXT_KINDS.find(([start]) => start.test(head))?.[1];
