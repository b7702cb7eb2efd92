import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/**
 * SQLSTATE classes and codes that mean "not now" rather than "not so": connection exceptions, operator intervention
 * (a statement withdrawn, shutdown, crash, starting up), too many connections, read-only after a failover, disk full.
 * Source: PostgreSQL documentation, appendix A.
 */
const SQLSTATES = /^(08...|57P0[1-5]|57014|53[0-9A-Z]{3}|25006|55P03)$/;

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Sentences of pg and TypeORM, which carry no code. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Driver not Connected|DataSource is not|pool after calling end|Query read timeout|Cannot use a pool/i;

/** A query runner is released under its user when its connection breaks between two statements of a transaction. */
const RELEASED = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

/** System calls of a connection; the same codes come from files, which are no sign of a missing database. */
const CONNECTION_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);

/** Whether an error thrown by pg or TypeORM means that the database is away for the moment. */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (RELEASED.some((type) => thrown instanceof type)) return true;
  const { code, syscall, driverError } = thrown as Error & {
    code?: string;
    syscall?: string;
    driverError?: unknown;
  };
  if (driverError !== undefined && driverError !== thrown && isDatabaseUnavailable(driverError)) return true;
  if (thrown instanceof AggregateError && thrown.errors.some(isDatabaseUnavailable)) return true;
  if (code !== undefined && SQLSTATES.test(code)) return true;
  if (code !== undefined && SYSTEM_CODES.has(code))
    return syscall !== undefined && CONNECTION_CALLS.has(syscall);
  return MESSAGES.test(thrown.message);
}
