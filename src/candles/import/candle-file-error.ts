/** Where in a file: an entry is a file within a zip; lines count from 1. */
export interface CandleFilePlace {
  readonly file: string;
  readonly entry?: string | undefined;
  readonly line?: number | undefined;
}

/** A file that cannot be imported. The message names the file, the entry of a zip and the line, as far as there is one. */
export class CandleFileError extends Error {
  override readonly name = 'CandleFileError';

  constructor(
    readonly place: CandleFilePlace,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    const where = [
      place.file,
      place.entry === undefined ? undefined : `entry ${place.entry}`,
      place.line === undefined ? undefined : `line ${place.line}`,
    ];
    super(`${where.filter((part) => part !== undefined).join(', ')}: ${problem}`, options);
  }
}
