import { requireShortName } from './formats/name-lengths.js';
import type { CsvFormat, CsvReader } from './formats/csv-format.js';
import type { CsvRow } from '../../shared/text/csv/csv-rows.js';
import { tradeRows } from './trade-rows.js';
import { CSV_FORMATS, type ImportSource } from './formats/formats.js';
import type { RawTrades } from './columns/raw-trades.js';
import { unknownHeader } from './unknown-header.js';

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
        if (!reader && before.length > MAX_ROWS_BEFORE) throw unknownHeader(formats, before);
      }
    }
    yield;
  }
  if (!reader) throw unknownHeader(formats, before);
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
    raws.begin({ source: format.source, traits: () => reader.traits });
    if (format.factsIn) for (const row of before) raws.facts(format.factsIn(row.cells));
    return reader;
  }
  return null;
}
