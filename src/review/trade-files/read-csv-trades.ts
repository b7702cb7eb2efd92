import { excerpt } from '../../shared/text/excerpt.js';
import { requireShortName } from './formats/name-lengths.js';
import type { CsvFormat, CsvReader } from './formats/csv-format.js';
import type { CsvRow } from '../../shared/text/csv/csv-rows.js';
import { tradeRows } from './trade-rows.js';
import { exportedCsv } from './formats/exported-csv.js';
import { CSV_FORMATS, type ImportSource } from './formats/formats.js';
import type { RawTrades } from './columns/raw-trades.js';
import { TradeFileError } from './files/trade-file-error.js';

/** Number of rows that are read before other requests can run. A malformed file may have many short rows. */
const ROWS_AT_A_TIME = 250;

/** Maximum number of rows before a header. */
const MAX_ROWS_BEFORE = 100;

/**
 * Reads the trades of a csv text. Yields after every few rows.
 * @param source detected from the header if left out
 * @throws TradeFileError if no header is found
 */
export async function* readCsvTrades(
  text: AsyncIterable<Buffer>,
  raws: RawTrades,
  source: ImportSource | undefined,
): AsyncGenerator<void> {
  const formats = CSV_FORMATS.filter((format) => source === undefined || format.source === source);
  let reader: CsvReader | null = null;
  const before: CsvRow[] = [];
  for await (const rows of tradeRows(text)) {
    for (const [index, row] of rows.entries()) {
      if (index > 0 && index % ROWS_AT_A_TIME === 0) yield;
      if (reader) reader.row(row);
      else {
        reader = opened(
          before.length === 0 ? formats : formats.filter(({ headerMayFollow }) => headerMayFollow),
          row,
          before,
          raws,
        );
        before.push(row);
        if (!reader && before.length > MAX_ROWS_BEFORE) throw noHeader(formats, before[0]);
      }
    }
    yield;
  }
  if (!reader) throw noHeader(formats, before[0]);
  reader.end?.();
}

type Format = CsvFormat<ImportSource>;

/** @param before the rows before the possible header */
function opened(
  formats: readonly Format[],
  { cells }: CsvRow,
  before: readonly CsvRow[],
  raws: RawTrades,
): CsvReader | null {
  for (const format of formats) {
    const reader = format.open(cells, raws);
    if (!reader) continue;
    for (const name of cells) requireShortName('column', name.trim());
    raws.begin({ source: format.source, traits: reader.traits });
    if (format.factsIn) for (const row of before) raws.facts(format.factsIn(row.cells));
    return reader;
  }
  return null;
}

function noHeader(formats: readonly Format[], first: CsvRow | undefined): TradeFileError {
  if (!first) return new TradeFileError('file', 'holds no rows');
  const found = excerpt(
    first.cells
      .slice(0, 8)
      .map((cell) => cell.slice(0, 20))
      .join(','),
  );
  // The generic format would also accept our own header.
  const wanted = formats
    .filter((format) => format !== exportedCsv)
    .map((format) => `${format.source}: ${format.wanted}`)
    .join('; ');
  return new TradeFileError(
    'file',
    `has no header that is known; it begins with ${found}. Headers must be in English. Columns wanted: ${wanted}`,
  );
}
