import type { CsvRow } from '../../shared/text/csv/csv-rows.js';
import type { RawTrades } from './columns/raw-trades.js';
import { jsonLines } from './files/json-lines-file.js';
import { TradeFileError } from './files/trade-file-error.js';
import type { CsvReader } from './formats/csv-format.js';
import type { ImportSource } from './formats/formats.js';
import { HeaderSearch } from './header-search.js';
import type { TableLine } from './tables/table-writer.js';
import type { UnknownHeader } from './unknown-header.js';

/** Number of rows that are read before other requests can run. */
const ROWS_AT_A_TIME = 100;

/**
 * Reads the trades of the first table that has a known header. Yields after every few rows.
 * @param path of the rows of all tables, as JSON lines
 * @param source detected from the header if left out
 * @throws TradeFileError if no table has a known header
 */
export async function* readTableTrades(
  path: string,
  raws: RawTrades,
  source: ImportSource | undefined,
): AsyncGenerator<void> {
  raws.reports.rowsAre = 'rows';
  const tables = new Tables(raws, source);
  for await (const lines of jsonLines<TableLine>(path, ROWS_AT_A_TIME)) {
    for (const line of lines) {
      if (!('table' in line)) tables.row(line);
      else if (!tables.begin(line.table)) return tables.end();
    }
    yield;
  }
  tables.end();
}

class Tables {
  #search: HeaderSearch | null = null;
  #reader: CsvReader | null = null;
  /** Number of cells of the header. */
  #width = 0;
  #bestRefusal: UnknownHeader | null = null;

  constructor(
    private readonly raws: RawTrades,
    private readonly source: ImportSource | undefined,
  ) {}

  /** Begins a table. Returns false if the table before it is the one that is read. */
  begin(table: string): boolean {
    if (this.#reader) return false;
    this.#endSearch();
    this.raws.reports.table = table;
    this.#search = new HeaderSearch(this.raws, this.source, this.#search?.rows);
    return true;
  }

  row({ row, cells }: { readonly row: number; readonly cells: readonly string[] }): void {
    if (this.#reader) this.#reader.row({ line: row, cells: this.#padded(cells) });
    else if (!this.#search!.isOver) this.#open({ line: row, cells });
  }

  end(): void {
    if (!this.#reader) {
      this.#endSearch();
      throw this.#bestRefusal?.error ?? new TradeFileError('file', 'holds no rows');
    }
    this.#reader.end?.();
  }

  #open(header: CsvRow): void {
    this.#reader = this.#search!.open(header);
    this.#width = header.cells.length;
  }

  /** The refusal names the table that fits best. */
  #endSearch(): void {
    const refusal = this.#search?.refusal();
    if (refusal && refusal.fit > (this.#bestRefusal?.fit ?? -1)) this.#bestRefusal = refusal;
  }

  /** The file does not contain the empty cells at the end of a row, which is as complete as any other. */
  #padded(cells: readonly string[]): readonly string[] {
    const missing = this.#width - cells.length;
    return missing <= 0 ? cells : [...cells, ...Array<string>(missing).fill('')];
  }
}
