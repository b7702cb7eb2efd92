import type { CsvRow } from '../../../shared/text/csv/csv-rows.js';
import type { FormatTraits, TradeSink } from './raw-trade.js';
import type { RunFacts } from './run-facts.js';

/** Reads the rows of a file after the header. */
export interface CsvReader {
  readonly traits: FormatTraits;
  row(row: CsvRow): void;
  /** Called after the last row. */
  end?(): void;
}

/** The required columns that a header has and lacks, for the message about a header that no format reads. */
export interface ColumnFit {
  /** Cells of the header. */
  readonly found: readonly string[];
  /** All names that each missing column may have, the usual name first. */
  readonly missing: readonly (readonly string[])[];
}

export interface CsvFormat<Source extends string = string> {
  readonly source: Source;
  /** Name of the tool on the page. Null for an export of this service, which the page does not offer as a tool. */
  readonly tool: string | null;
  /** Compares a header with the required columns. */
  readonly fit: (header: readonly string[]) => ColumnFit;
  /** True if other lines may come before the header. */
  readonly headerMayFollow?: boolean;
  /**
   * Returns a reader of the rows.
   * @returns null if the cells are not a header of this format
   */
  open(header: readonly string[], sink: TradeSink): CsvReader | null;
  /** Returns the facts about the run in a row outside the table. */
  readonly factsIn?: ((cells: readonly string[]) => RunFacts) | undefined;
}

/**
 * Maximum number of characters of a cell. No valid cell is longer. A longer cell is cut and then refused, which takes
 * less time than refusing the whole cell.
 */
const MAX_CELL_LENGTH = 10_000;

/**
 * Returns a cell; undefined if the column does not exist or the cell is empty. A cell that is too long is cut, and an
 * ellipsis is added. The ellipsis makes the cell invalid in any column except texts, for which the cell is still too
 * long.
 */
export function cellAt({ cells }: CsvRow, column: number | undefined): string | undefined {
  const cell = column === undefined || column < 0 ? undefined : cells[column]?.trim();
  if (cell !== undefined && cell.length > MAX_CELL_LENGTH) return `${cell.slice(0, MAX_CELL_LENGTH)}…`;
  return cell === '' ? undefined : cell;
}

/**
 * Returns whether a row is as long as the header. Reports a problem otherwise, because the file has been cut or a
 * delimiter is missing.
 */
export function requireWidth({ cells, line }: CsvRow, width: number, sink: TradeSink): boolean {
  if (cells.length >= width) return true;
  sink.problem(line, 'cells', `are ${cells.length}, but the header has ${width}`);
  return false;
}

/** Returns whether all named cells are present. Reports a problem for each absent cell. */
export function requireCells(
  { line }: CsvRow,
  cells: Readonly<Record<string, unknown>>,
  sink: TradeSink,
  names: readonly string[] = Object.keys(cells),
): boolean {
  const missing = names.filter((name) => cells[name] === undefined);
  for (const name of missing) sink.problem(line, name, 'is empty');
  return missing.length === 0;
}
