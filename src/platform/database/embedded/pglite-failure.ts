/**
 * Errors of the file system inside WebAssembly, by their numbers. The numbers are those of WASI, which are the same on
 * every operating system.
 */
const FILE_SYSTEM_ERRORS: Readonly<Record<number, string>> = {
  2: 'this user may not write there',
  19: 'the disk quota of this user is used up',
  29: 'the disk cannot be read or written',
  33: 'this process has too many open files',
  41: 'this machine has too many open files',
  51: 'its disk has no space or no inodes left',
  63: 'this user may not write there',
  69: 'its file system is read-only',
};

/**
 * Returns the message of a failure of PGlite. Failures of the file system are objects that have only a number, and are
 * no errors of JavaScript.
 */
export function pgliteFailure(reason: unknown): string {
  if (reason instanceof Error && reason.message !== '') return reason.message;
  const { name, errno } = (reason ?? {}) as { readonly name?: unknown; readonly errno?: unknown };
  if (name === 'ErrnoError' && typeof errno === 'number')
    return FILE_SYSTEM_ERRORS[errno] ?? `the file system reported error ${errno}`;
  return typeof reason === 'string' && reason !== '' ? reason : 'PGlite gave no reason';
}
