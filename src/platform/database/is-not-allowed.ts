/** SQLSTATE for missing privileges. */
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Returns whether a statement failed because the role lacks a privilege. Errors of TypeORM and of its driver have the
 * same code, and both occur: some statements are sent on a connection of the driver.
 */
export const isNotAllowed = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE;
