/** Position in a file. `entry` is a file within a zip; lines of a csv and rows of JSON count from 1. */
export interface CandleFilePlace {
  readonly file: string;
  readonly entry?: string | undefined;
  readonly line?: number | undefined;
  readonly row?: number | undefined;
}

/**
 * A file that cannot be imported. The message names the file, and the entry of a zip and the row if they are known.
 */
export class CandleFileError extends Error {
  override readonly name = 'CandleFileError';
  /** The option that would help, such as `timezone`; undefined if the file itself is wrong. */
  readonly field: string | undefined;

  constructor(
    readonly place: CandleFilePlace,
    readonly problem: string,
    { field, ...options }: CandleErrorOptions = {},
  ) {
    super(`${[place.file, ...within(place)].join(', ')}: ${problem}`, options);
    this.field = field;
  }

  /** The problem with its place within the file. */
  get placed(): string {
    return [within(this.place).join(', '), this.problem].filter((part) => part !== '').join(': ');
  }
}

/** A file with more bytes than allowed. */
export class CandleFileTooLarge extends CandleFileError {}

function within({ entry, line, row }: CandleFilePlace): string[] {
  const where: string[] = [];
  if (entry !== undefined) where.push(`entry ${entry}`);
  if (line !== undefined) where.push(`line ${line}`);
  if (row !== undefined) where.push(`row ${row}`);
  return where;
}

interface CandleErrorOptions extends ErrorOptions {
  /** The option that would help, such as `timezone`. */
  readonly field?: string | undefined;
}
