import type { CsvRow } from '../../text/csv/csv-rows.js';
import type { FormatTraits, TradeSink } from './raw-trade.js';

/** Reads the rows below the header of one file. */
export interface CsvReader {
  readonly traits: FormatTraits;
  row(row: CsvRow): void;
  /** Called after the last row. */
  end?(): void;
}

export interface CsvFormat<Source extends string = string> {
  readonly source: Source;
  /** Names of the required columns, for a message. */
  readonly wanted: string;
  /** Whether other lines may come before the header. */
  readonly headerMayFollow?: boolean;
  /** @returns null if the cells are not a header of this format */
  open(header: readonly string[], sink: TradeSink): CsvReader | null;
}

/**
 * Longer than any field can be. A longer cell is cut, and its start is refused as well, which takes a fraction of the
 * time.
 */
const MAX_CELL_LENGTH = 10_000;

/**
 * Returns the cell of a column that may not exist. An empty cell counts as absent. The start of a longer cell gets an
 * ellipsis, which makes it invalid in any column except texts, for which it is too long.
 */
export function cellAt({ cells }: CsvRow, column: number | undefined): string | undefined {
  const cell = column === undefined || column < 0 ? undefined : cells[column]?.trim();
  if (cell !== undefined && cell.length > MAX_CELL_LENGTH) return `${cell.slice(0, MAX_CELL_LENGTH)}…`;
  return cell === '' ? undefined : cell;
}

/**
 * Reports a problem for a row that is shorter than the header, because the file has been cut or a delimiter is
 * missing.
 */
export function requireWidth({ cells, line }: CsvRow, width: number, sink: TradeSink): boolean {
  if (cells.length >= width) return true;
  sink.problem(line, 'cells', `are ${cells.length}, but the header has ${width}`);
  return false;
}

/** Reports a problem for each absent cell, of all cells or of the given ones. */
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
