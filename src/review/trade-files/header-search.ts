import type { CsvRow } from '../../shared/text/csv/csv-rows.js';
import type { RawTrades } from './columns/raw-trades.js';
import type { CsvFormat, CsvReader } from './formats/csv-format.js';
import { CSV_FORMATS, type ImportSource } from './formats/formats.js';
import { requireShortName } from './formats/name-lengths.js';
import { type UnknownHeader, unknownHeader } from './unknown-header.js';

/** Maximum number of rows before a header. */
const MAX_ROWS_BEFORE = 100;

type Format = CsvFormat<ImportSource>;

/** Finds the header in the first rows of a csv or of a table. */
export class HeaderSearch {
  readonly #formats: readonly Format[];
  readonly #before: CsvRow[] = [];

  /**
   * @param source detected from the header if left out
   * @param earlier rows of earlier tables, which may contain facts about the run
   */
  constructor(
    private readonly raws: RawTrades,
    source: ImportSource | undefined,
    private readonly earlier: readonly CsvRow[] = [],
  ) {
    this.#formats = CSV_FORMATS.filter((format) => source === undefined || format.source === source);
  }

  /** True if there were enough rows to stop the search. */
  get isOver(): boolean {
    return this.#before.length > MAX_ROWS_BEFORE;
  }

  /** The last rows that were no headers. */
  get rows(): readonly CsvRow[] {
    return [...this.earlier, ...this.#before].slice(-MAX_ROWS_BEFORE);
  }

  /** Returns the reader of the rows after this row; null if this row is no header. */
  open(row: CsvRow): CsvReader | null {
    const isFirst = this.#before.length === 0;
    const formats = isFirst ? this.#formats : this.#formats.filter(({ headerMayFollow }) => headerMayFollow);
    const reader = this.#opened(formats, row);
    if (!reader) this.#before.push(row);
    return reader;
  }

  /** Returns why the rows have no header. */
  refusal(): UnknownHeader {
    return unknownHeader(this.#formats, this.#before, this.raws.reports);
  }

  #opened(formats: readonly Format[], { cells }: CsvRow): CsvReader | null {
    for (const format of formats) {
      const reader = format.open(cells, this.raws);
      if (!reader) continue;
      for (const name of cells) requireShortName('column', name.trim());
      this.raws.begin({ source: format.source, traits: () => reader.traits });
      if (format.factsIn) for (const row of this.rows) this.raws.facts(format.factsIn(row.cells));
      return reader;
    }
    return null;
  }
}
