import type { CsvRow } from '../../shared/text/csv/csv-rows.js';
import type { RawTrades } from './columns/raw-trades.js';
import type { CsvFormat, CsvReader } from './formats/csv-format.js';
import { CSV_FORMATS, type ImportSource } from './formats/formats.js';
import { requireShortName } from './formats/name-lengths.js';
import { type UnknownHeader, unknownHeader } from './unknown-header.js';

/** Maximum number of rows before a header that may contain facts about the run. */
const MAX_FACT_ROWS = 100;

/** Maximum number of rows before a header. A report lists its orders before its deals. */
const MAX_ROWS_BEFORE = 200_000;

/** Columns that only a table of a report has. The check is short, because a report may have many rows before its table. */
const REPORT_COLUMN = /^\s*(?:position|deal|ticket|order)\s*$/i;

type Format = CsvFormat<ImportSource>;

/** Finds the header in the first rows of a csv or of a table. */
export class HeaderSearch {
  readonly #formats: readonly Format[];
  readonly #following: readonly Format[];
  readonly #before: CsvRow[] = [];
  #count = 0;

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
    this.#following = this.#formats.filter(({ headerMayFollow }) => headerMayFollow);
  }

  /** True if there were enough rows to stop the search. */
  get isOver(): boolean {
    return this.#count > MAX_ROWS_BEFORE;
  }

  /** The last rows that were no headers. */
  get rows(): readonly CsvRow[] {
    return [...this.earlier, ...this.#before].slice(-MAX_FACT_ROWS);
  }

  /** Returns the reader of the rows after this row; null if this row is no header. */
  open(row: CsvRow): CsvReader | null {
    const reader = this.#opened(this.#possible(row), row);
    if (reader) return reader;
    if (this.#isEarly) this.#before.push(row);
    this.#count += 1;
    return null;
  }

  /** Returns why the rows have no header. */
  refusal(): UnknownHeader {
    return unknownHeader(this.#formats, this.#before, this.raws.reports);
  }

  get #isEarly(): boolean {
    return this.#before.length <= MAX_FACT_ROWS;
  }

  #possible({ cells }: CsvRow): readonly Format[] {
    if (this.#count === 0) return this.#formats;
    return this.#isEarly || cells.some((cell) => REPORT_COLUMN.test(cell)) ? this.#following : [];
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
