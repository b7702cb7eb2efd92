/**
 * The file of a workspace: lines of JSON in UTF-8, documented in docs/operations.md. The first line is the header.
 * After the header, there is one line for each row, table by table. The line of a row is an object whose only member is
 * named after the table. The last line is the trailer.
 */
export const FORMAT = 'backtest-workspace';

/** Version of the format. Raise it if a reader of the previous version would misread the file. */
export const FORMAT_VERSION = 1;

export interface FileHeader {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Name of the exported workspace. */
  readonly workspace: string;
  /** Columns of each table, in the order of the tables in the file. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

/** The last line. A file without a trailer is incomplete. */
export interface FileTrailer {
  /** Number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** SHA-256 of all bytes before this line, in hex. */
  readonly sha256: string;
}

/** Number of rows by table. */
export type RowCounts = Record<string, number>;
