import { QueryFailedError } from 'typeorm';

/** Whether a statement failed because a row refers to one that is not there, or is referred to. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof QueryFailedError && error.driverError.code === '23503';
