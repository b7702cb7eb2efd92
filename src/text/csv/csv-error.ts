/** Error in a csv text, after which reading stops. */
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
