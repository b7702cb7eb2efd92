import type { JsonLinesFile } from '../files/json-lines-file.js';
import { TradeFileError, TradeFileTooLarge } from '../files/trade-file-error.js';

/** A line of the file that holds the rows of tables: the beginning of a table, or a row of the table that began last. */
export type TableLine =
  | { readonly table: string }
  | {
      /** Number of the row in its sheet or table, from 1. */
      readonly row: number;
      readonly cells: readonly string[];
    };

/** Maximum number of tables with rows. The header of the trades is searched in all of them. */
const MAX_TABLES = 100;
const MAX_ROWS = 200_000;
const MAX_COLUMNS = 200;
/** Maximum number of characters of a row, as in a csv. */
const MAX_ROW_LENGTH = 250_000;
/** Maximum number of characters of a cell, as in Excel. */
const MAX_CELL_LENGTH = 32_767;

/**
 * Writes the rows of tables to a file. Empty rows and tables, and empty cells at the end of a row, are left out. Cells
 * are limited like those of a csv: a short file can name the same long text in many cells.
 */
export class TableWriter {
  #table = '';
  #hasRows = false;
  #tables = 0;
  #length = 0;
  #cells: string[] = [];

  /** @param mostLength maximum number of characters of all rows */
  constructor(
    private readonly lines: JsonLinesFile<TableLine>,
    private readonly mostLength: number,
  ) {}

  /** @param table name of the table in messages, such as `sheet "Trades"` */
  begin(table: string): void {
    this.#table = table;
    this.#hasRows = false;
    this.#cells = [];
  }

  /**
   * Adds a cell to the current row.
   * @param column from 0, and above the columns of the cells that were added before
   */
  cell(column: number, text: string): void {
    if (text.trim() === '') return;
    this.requireLength(text);
    if (column >= MAX_COLUMNS)
      throw this.error(`has a cell in column ${column + 1}, more than ${MAX_COLUMNS}`);
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells[column] = text;
  }

  endRow(row: number): void {
    const cells = this.#cells;
    if (cells.length === 0) return;
    this.#cells = [];
    if (row > MAX_ROWS) throw this.error(`has a cell in row ${row}, more than ${MAX_ROWS}`);
    const length = cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    if (length > MAX_ROW_LENGTH) throw this.error(`has more than ${MAX_ROW_LENGTH} characters in row ${row}`);
    this.#length += length;
    if (this.#length > this.mostLength)
      throw new TradeFileTooLarge(`The cells of the file have more than ${this.mostLength} characters.`);
    if (!this.#hasRows) this.#beginRows();
    this.lines.add({ row, cells });
  }

  /** @throws TradeFileError if the text of a cell is too long */
  requireLength(text: string): void {
    if (text.length > MAX_CELL_LENGTH)
      throw this.error(`has a cell of more than ${MAX_CELL_LENGTH} characters`);
  }

  /** Returns an error about the current table. */
  error(problem: string): TradeFileError {
    return new TradeFileError('file', `is not read: its ${this.#table} ${problem}`);
  }

  /** Writes the rows to the disk. Call this function after every few rows. */
  flush(): Promise<void> {
    return this.lines.flush();
  }

  #beginRows(): void {
    this.#hasRows = true;
    this.#tables += 1;
    if (this.#tables > MAX_TABLES)
      throw new TradeFileError('file', `has more than ${MAX_TABLES} sheets or tables`);
    this.lines.add({ table: this.#table });
  }
}
