import { requireShortName } from './formats/name-lengths.js';
import type { CsvFormat, CsvReader } from './formats/csv-format.js';
import type { CsvRow } from '../../shared/text/csv/csv-rows.js';
import { tradeRows } from './trade-rows.js';
import { CSV_FORMATS, type ImportSource } from './formats/formats.js';
import type { RawTrades } from './columns/raw-trades.js';
import { unknownHeader } from './unknown-header.js';

/** Number of rows that are read before other requests can run. A malformed file may have many short rows. */
const ROWS_AT_A_TIME = 250;

/** Maximum number of rows before a header that contain facts about the run. */
const MAX_FACT_ROWS = 100;

/** Maximum number of rows before a header. A report lists its orders before its deals. */
const MAX_ROWS_BEFORE = 200_000;

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
  const following = formats.filter(({ headerMayFollow }) => headerMayFollow);
  let reader: CsvReader | null = null;
  const before: CsvRow[] = [];
  let rowsBefore = 0;
  for await (const rows of tradeRows(text)) {
    for (const [index, row] of rows.entries()) {
      if (index > 0 && index % ROWS_AT_A_TIME === 0) yield;
      if (reader) reader.row(row);
      else {
        const isEarly = rowsBefore <= MAX_FACT_ROWS;
        const possible = rowsBefore === 0 ? formats : isEarly || hasReportColumn(row) ? following : [];
        reader = opened(possible, row, before, raws);
        rowsBefore += 1;
        if (isEarly) before.push(row);
        if (!reader && rowsBefore > MAX_ROWS_BEFORE) throw unknownHeader(formats, before);
      }
    }
    yield;
  }
  if (!reader) throw unknownHeader(formats, before);
  reader.end?.();
}

/** Columns that only a table of a report has. The check is short, because a report may have many rows before its table. */
const REPORT_COLUMN = /^\s*(?:position|deal|ticket|order)\s*$/i;

const hasReportColumn = ({ cells }: CsvRow): boolean => cells.some((cell) => REPORT_COLUMN.test(cell));

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
