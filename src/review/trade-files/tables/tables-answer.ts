import { TradeFileError, TradeFileTooLarge } from '../files/trade-file-error.js';

/** The answer of the thread: null if the file was parsed. An error loses its class and its code between threads. */
export type TablesAnswer = TablesFailure | null;

interface TablesFailure {
  readonly kind: 'refused' | 'too-large' | 'failed';
  readonly field: string;
  readonly message: string;
  readonly code: string | undefined;
}

export function failureOf(error: unknown): TablesFailure {
  const { message, code } = error as NodeJS.ErrnoException;
  const field = error instanceof TradeFileError ? error.field : 'file';
  const kind =
    error instanceof TradeFileError ? 'refused' : error instanceof TradeFileTooLarge ? 'too-large' : 'failed';
  return { kind, field, message, code };
}

export function errorOfTables({ kind, field, message, code }: TablesFailure): Error {
  if (kind === 'refused') return new TradeFileError(field, message);
  if (kind === 'too-large') return new TradeFileTooLarge(message);
  return Object.assign(new Error(message), code !== undefined && { code });
}
