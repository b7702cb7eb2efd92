import type { CsvRow } from '../../text/csv/csv-rows.js';
import type { FormatTraits, ImportSource, TradeSink } from './raw-trade.js';

/** Reads the rows below the header of one file. */
export interface CsvReader {
  readonly traits: FormatTraits;
  row(row: CsvRow): void;
  /** Called after the last row. */
  end?(): void;
}

export interface CsvFormat {
  readonly source: ImportSource;
  /** The columns that the header must name, for a message. */
  readonly wanted: string;
  /** Whether other lines may come before the header. */
  readonly headerMayFollow?: boolean;
  /** @returns null when the cells are no header of this format */
  open(header: readonly string[], sink: TradeSink): CsvReader | null;
}

/** More than any field can have. What is longer is refused by its start as well, which takes a fraction of the time. */
const LONGEST_CELL = 10_000;

/**
 * The cell of a column that may not exist. An empty cell is an absent one. The ellipsis behind the start of a longer one
 * makes it wrong in any column but those of texts, which it is too long for.
 */
export function cellAt({ cells }: CsvRow, column: number | undefined): string | undefined {
  const cell = column === undefined || column < 0 ? undefined : cells[column]?.trim();
  if (cell !== undefined && cell.length > LONGEST_CELL) return `${cell.slice(0, LONGEST_CELL)}…`;
  return cell === '' ? undefined : cell;
}

/** Puts a problem for a row that ends before the header does: its file has been cut, or it lacks a delimiter. */
export function requireWidth({ cells, line }: CsvRow, width: number, sink: TradeSink): boolean {
  if (cells.length >= width) return true;
  sink.problem(line, 'cells', `are ${cells.length}, but the header has ${width}`);
  return false;
}

/** Puts a problem for each cell that is absent, of all or of those named. */
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
