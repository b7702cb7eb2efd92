/** A csv text that cannot be read further. */
export class CsvError extends Error {
  override readonly name = 'CsvError';

  /** @param line from 1 */
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}
