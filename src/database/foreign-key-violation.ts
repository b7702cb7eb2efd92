import { QueryFailedError } from 'typeorm';

/** Returns whether a statement failed because a row refers to a missing row, or is still referred to. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof QueryFailedError && error.driverError.code === '23503';
