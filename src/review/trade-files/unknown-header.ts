import type { CsvRow } from '../../shared/text/csv/csv-rows.js';
import { excerpt } from '../../shared/text/excerpt.js';
import type { RowReports } from './columns/row-reports.js';
import { TradeFileError } from './files/trade-file-error.js';
import { cutText } from './formats/cut-text.js';
import type { ColumnFit, CsvFormat } from './formats/csv-format.js';
import { exportedCsv } from './formats/exported-csv.js';
import { SWITCH_TO_ENGLISH } from './formats/tradingview-language.js';
import { tradingview } from './formats/tradingview.js';

/** Number of columns that a header must share with a format. A single column may have the same name by chance. */
const MIN_FOUND = 2;
/** Maximum number of characters of a cell of the header in the message. */
const MAX_CELL_LENGTH = 60;

interface Candidate extends ColumnFit {
  readonly format: CsvFormat;
  readonly line: number;
}

/** Why rows have no header that one of the formats reads. */
export interface UnknownHeader {
  /** Share of the required columns that the rows have, from 0 to 1. */
  readonly fit: number;
  readonly error: TradeFileError;
}

/** Share of an empty report, which fits more than rows without a known column, and less than any other. */
const EMPTY_REPORT_FIT = 0.001;

/**
 * Returns the error about rows without a header that one of the formats reads. It names the format that fits best, the
 * columns that were found, and the names that each missing column may have.
 * @param rows the first rows of the file or of a table
 * @param reports names the table of the rows, and what a row is
 */
export function unknownHeader(
  formats: readonly CsvFormat[],
  rows: readonly CsvRow[],
  reports: RowReports,
): UnknownHeader {
  const [first] = rows;
  if (!first) return { fit: 0, error: new TradeFileError('file', 'holds no rows') };
  // The generic format would also accept our own header.
  const others = formats.filter((format) => format !== exportedCsv);
  const all = rows.flatMap(({ cells, line }) =>
    others.map((format): Candidate => ({ format, line, ...format.fit(cells) })),
  );
  const fitting = all.filter(({ found }) => found.length >= MIN_FOUND);
  if (rows.some(isHeaderOfCandles))
    return { fit: 0, error: new TradeFileError('file', reports.placed('contains candles, not trades')) };
  const best = fitting.toSorted((one, other) => shareOf(other) - shareOf(one))[0];
  if (best) return { fit: shareOf(best), error: errorOf(messageAbout(best, reports), rows, reports, best) };
  if (isEmptyReport(rows))
    return {
      fit: EMPTY_REPORT_FIT,
      error: new TradeFileError(
        'file',
        reports.placed('is a report of MetaTrader that has no deals or positions'),
      ),
    };
  const { source, fit } = others.at(-1)!;
  const names = fit([]).missing.map(namesOf).join(', ');
  const fits = `it begins with ${startOf(first)}. The reader ${source} needs the columns ${names}`;
  return { fit: 0, error: errorOf(`has no header that is known; ${fits}`, rows, reports) };
}

function messageAbout({ format: { source }, line, found, missing }: Candidate, reports: RowReports): string {
  const { unit } = reports;
  if (missing.length === 0)
    return `has no header that is known in its first ${unit}; ${unit} ${line} is the header of the reader ${source}: remove the ${unit}s before it`;
  const columns = found.map((cell) => cutText(cell, MAX_CELL_LENGTH)).join(', ');
  return `has no header that is known. The reader that fits best is ${source}. Columns found: ${columns}; missing: ${missing.map(namesOf).join(', ')}`;
}

function errorOf(
  message: string,
  rows: readonly CsvRow[],
  reports: RowReports,
  best?: Candidate,
): TradeFileError {
  const isInTheWay = best?.missing.length === 0;
  const mayBeTranslated = best?.format === tradingview || rows.some(({ cells }) => hasForeignLetter(cells));
  const whole = mayBeTranslated && !isInTheWay ? `${message}; ${SWITCH_TO_ENGLISH}` : message;
  return new TradeFileError('file', reports.placed(whole));
}

/** Matches the titles of the sections of a report of MetaTrader that have trades. */
const SECTION = /^(?:positions|deals)$/i;

/** Returns whether the rows are those of a report of MetaTrader with titles of sections, but without a table. */
function isEmptyReport(rows: readonly CsvRow[]): boolean {
  const filled = rows.map(({ cells }) => cells.map((cell) => cell.trim()).filter((cell) => cell !== ''));
  const title = filled.findIndex(([cell, ...others]) => others.length === 0 && SECTION.test(cell ?? ''));
  return title >= 0 && filled.slice(title).every((cells) => cells.length === 1);
}

const CANDLE_COLUMNS = ['open', 'high', 'low', 'close'];

function isHeaderOfCandles({ cells }: CsvRow): boolean {
  const names = new Set(cells.map((cell) => cell.slice(0, MAX_CELL_LENGTH).trim().toLowerCase()));
  return CANDLE_COLUMNS.every((name) => names.has(name));
}

const shareOf = ({ found, missing }: ColumnFit): number => found.length / (found.length + missing.length);

const namesOf = ([name, ...others]: readonly string[]): string =>
  others.length === 0 ? name! : `${name} (or ${others.join(', ')})`;

const startOf = ({ cells }: CsvRow): string =>
  excerpt(
    cells
      .slice(0, 8)
      .map((cell) => cell.slice(0, 20))
      .join(','),
  );

const hasForeignLetter = (cells: readonly string[]): boolean =>
  cells.some((cell) => /[^\P{L}A-Za-z]/u.test(cell.slice(0, MAX_CELL_LENGTH)));
