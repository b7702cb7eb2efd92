import type { FieldProblem } from '../../../shared/problems/problem.js';
import { TradeFileTooLarge } from '../files/trade-file-error.js';

/** Maximum number of listed rows. Further rows are only counted. */
const MAX_LISTED = 100;

/**
 * Maximum number of problems, equal to the maximum number of trades. A file of short rows may have millions of
 * problems, and checking them would take minutes.
 */
const MAX_PROBLEMS = 100_000;
const MAX_SKIPPED = 100_000;

export interface ReportedRow {
  /** Line of a csv or row of a sheet or table, from 1, or index of a trade in JSON, from 0. */
  readonly row: number;
  readonly reason: string;
}

/** Unit of row numbers: lines of a csv, rows of a sheet or table, or trades of a JSON. */
export type RowUnit = 'lines' | 'rows' | 'trades';

/** Collects skipped rows, and problems of single rows. */
export class RowReports {
  /** Rows that are not closed trades. */
  readonly skipped: ReportedRow[] = [];
  skippedCount = 0;
  /** Trades whose local times have two readings. */
  readonly ambiguous: ReportedRow[] = [];
  ambiguousCount = 0;
  problemCount = 0;
  /** Name of the sheet or table of all rows, such as `sheet "Trades"`. Undefined in a file without tables. */
  table: string | undefined;
  readonly #problems: { readonly row: number; readonly problem: FieldProblem }[] = [];

  constructor(public rowsAre: RowUnit = 'lines') {}

  /** The listed problems, in the order of the rows. */
  get problems(): FieldProblem[] {
    return this.#problems.toSorted((a, b) => a.row - b.row).map(({ problem }) => problem);
  }

  /** Name of a row in messages. */
  get unit(): string {
    return this.rowsAre.slice(0, -1);
  }

  /** True if there are enough problems to stop reading. */
  get areTooMany(): boolean {
    return this.problemCount >= MAX_PROBLEMS;
  }

  /**
   * Records a row that is not a closed trade.
   * @throws TradeFileTooLarge
   */
  skip(row: number, reason: string): void {
    if (this.skippedCount >= MAX_SKIPPED)
      throw new TradeFileTooLarge(`The file has more than ${MAX_SKIPPED} rows that are no closed trades.`);
    this.skippedCount += 1;
    if (this.skipped.length < MAX_LISTED) this.skipped.push({ row, reason: this.placed(reason) });
  }

  addAmbiguous(row: number, reason: string): void {
    this.ambiguousCount += 1;
    if (this.ambiguous.length < MAX_LISTED) this.ambiguous.push({ row, reason: this.placed(reason) });
  }

  problem(row: number, field: string, message: string): void {
    this.problemCount += 1;
    if (this.#problems.length >= MAX_LISTED) return;
    const problem = { field: `${this.rowsAre}[${row}].${field}`, message: this.placed(message) };
    this.#problems.push({ row, problem });
  }

  /** Returns a message about a row with the name of its table, because each table counts its own rows. */
  placed(message: string): string {
    return this.table === undefined ? message : `${message} (${this.table})`;
  }
}
