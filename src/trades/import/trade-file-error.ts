/** A file that cannot be imported: the answer is 400. */
export class TradeFileError extends Error {
  override readonly name = 'TradeFileError';

  /** @param field the option that would help, such as `timezone`, or `file` */
  constructor(
    readonly field: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A file with more bytes or trades than are allowed: the answer is 413. */
export class TradeFileTooLarge extends Error {
  override readonly name = 'TradeFileTooLarge';
}

/** A part of a file for a message: short, and without control characters. */
export const shown = (text: string): string =>
  JSON.stringify((text.length > 60 ? `${text.slice(0, 60)}…` : text).toWellFormed());
