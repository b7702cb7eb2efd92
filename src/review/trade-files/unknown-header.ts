import type { CsvRow } from '../../shared/text/csv/csv-rows.js';
import { excerpt } from '../../shared/text/excerpt.js';
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

/**
 * Returns the error about a csv without a header that one of the formats reads. It names the format that fits best, the
 * columns that were found, and the names that each missing column may have.
 * @param rows the first rows of the file
 */
export function unknownHeader(formats: readonly CsvFormat[], rows: readonly CsvRow[]): TradeFileError {
  const [first] = rows;
  if (!first) return new TradeFileError('file', 'holds no rows');
  // The generic format would also accept our own header.
  const others = formats.filter((format) => format !== exportedCsv);
  const all = rows.flatMap(({ cells, line }) =>
    others.map((format): Candidate => ({ format, line, ...format.fit(cells) })),
  );
  const fitting = all.filter(({ found }) => found.length >= MIN_FOUND);
  const best = fitting.toSorted((one, other) => shareOf(other) - shareOf(one))[0];
  const { source, fit } = (best?.format ?? others.at(-1))!;
  const { found, missing } = best ?? { found: [], missing: fit([]).missing };
  if (best && missing.length === 0)
    return new TradeFileError(
      'file',
      `has no header that is known in its first line; line ${best.line} is the header of the reader ${source}: remove the lines before it`,
    );
  const names = missing.map(namesOf).join(', ');
  const fits = best
    ? `. The reader that fits best is ${source}. Columns found: ${found.map((cell) => cutText(cell, MAX_CELL_LENGTH)).join(', ')}; missing: ${names}`
    : `; it begins with ${startOf(first)}. The reader ${source} needs the columns ${names}`;
  const message = `has no header that is known${fits}`;
  const mayBeTranslated = best?.format === tradingview || rows.some(({ cells }) => hasForeignLetter(cells));
  return new TradeFileError('file', mayBeTranslated ? `${message}; ${SWITCH_TO_ENGLISH}` : message);
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
