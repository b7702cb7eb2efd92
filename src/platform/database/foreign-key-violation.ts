import { QueryFailedError } from 'typeorm';

/**
 * Returns whether a statement failed because a row refers to a missing row, or because another row still refers to a
 * deleted row.
 */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof QueryFailedError && error.driverError.code === '23503';
