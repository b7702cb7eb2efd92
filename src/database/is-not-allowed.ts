import { QueryFailedError } from 'typeorm';

/** SQLSTATE of what a role may not do. */
const INSUFFICIENT_PRIVILEGE = '42501';

export const isNotAllowed = (error: unknown): error is QueryFailedError =>
  error instanceof QueryFailedError && error.driverError.code === INSUFFICIENT_PRIVILEGE;
