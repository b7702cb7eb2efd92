import { QueryFailedError } from 'typeorm';

/** SQLSTATE for missing privileges. */
const INSUFFICIENT_PRIVILEGE = '42501';

export const isNotAllowed = (error: unknown): error is QueryFailedError =>
  error instanceof QueryFailedError && error.driverError.code === INSUFFICIENT_PRIVILEGE;
