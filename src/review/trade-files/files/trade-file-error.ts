/** Thrown for a file that cannot be imported. The response is a 400. */
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

/** Thrown for a file with more bytes or trades than allowed. The response is a 413. */
export class TradeFileTooLarge extends Error {
  override readonly name = 'TradeFileTooLarge';
}
