/**
 * The file of a workspace: lines of JSON in UTF-8, documented in docs/operations.md. The first line is the header; then one
 * line for each row, table by table, each an object whose only member is named after the table; the last line is the trailer.
 */
export const FORMAT = 'backtest-workspace';

/** Raised when a reader of the version before would misread the file. */
export const FORMAT_VERSION = 1;

export interface FileHeader {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Name of the workspace that was exported. */
  readonly workspace: string;
  /** The columns of each table, in the order in which the tables follow. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

/** Without it the file is cut. */
export interface FileTrailer {
  /** Number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Of all bytes before this line, in hex. */
  readonly sha256: string;
}

/** Number of rows by table. */
export type RowCounts = Record<string, number>;
