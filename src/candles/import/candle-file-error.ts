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

  constructor(
    readonly place: CandleFilePlace,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    const where = [place.file];
    if (place.entry !== undefined) where.push(`entry ${place.entry}`);
    if (place.line !== undefined) where.push(`line ${place.line}`);
    if (place.row !== undefined) where.push(`row ${place.row}`);
    super(`${where.join(', ')}: ${problem}`, options);
  }
}
