/** Returns whether a statement or a COPY failed because a row with the same key is stored. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';
