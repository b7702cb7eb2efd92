/** Returns whether a statement or a COPY failed because a row with the same key is already stored. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';
