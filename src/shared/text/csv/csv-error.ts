/** An error in a csv text. Reading stops after this error. */
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
