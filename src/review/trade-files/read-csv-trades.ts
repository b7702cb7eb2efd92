import type { RawTrades } from './columns/raw-trades.js';
import type { CsvReader } from './formats/csv-format.js';
import type { ImportSource } from './formats/formats.js';
import { HeaderSearch } from './header-search.js';
import { tradeRows } from './trade-rows.js';

/** Number of rows that are read before other requests can run. A malformed file may have many short rows. */
const ROWS_AT_A_TIME = 250;

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
  const search = new HeaderSearch(raws, source);
  let reader: CsvReader | null = null;
  for await (const rows of tradeRows(text)) {
    for (const [index, row] of rows.entries()) {
      if (index > 0 && index % ROWS_AT_A_TIME === 0) yield;
      if (reader) reader.row(row);
      else {
        reader = search.open(row);
        if (!reader && search.isOver) throw search.refusal().error;
      }
    }
    yield;
  }
  if (!reader) throw search.refusal().error;
  reader.end?.();
}
