import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/**
 * SQLSTATEs of temporary errors: nothing was stored, and the same request may succeed later. Source: PostgreSQL
 * documentation, appendix A.
 */
const TEMPORARY = new RegExp(
  [
    '08...', // connection failures, and all errors that PgBouncer itself reports
    '25006', // read-only, as after a failover
    '25P0[34]', // the transaction was open for too long
    '40(000|001|003|P01)', // rolled back because of a conflict with another transaction, such as a deadlock
    '53...', // too many connections, disk full, out of memory
    '55000', // the database accepts no connections
    '55P03', // a lock was not available
    '57(000|014|P0[1-5])', // cancelled, shutting down, starting up
    '58(000|030)', // system errors of the server, such as I/O errors
  ]
    .map((code) => `^${code}$`)
    .join('|'),
);

/** SQLSTATEs with which a server refuses a login: wrong user or password, or a database that does not exist. */
const LOGIN_REFUSED = /^(28...|3D000)$/;

/**
 * System calls that a connection makes. File operations fail with the same error codes, so the code alone does not
 * prove a database problem.
 */
const CONNECTION_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);

/** Error codes without a system call: the connection ended during the TLS handshake, or the server ended it. */
const CONNECTION_CODES = new Set(['ECONNRESET', 'EPIPE']);

/** Messages of pg and TypeORM for errors that have no code. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|establishing an SSL connection|Client has encountered a connection error|not queryable|Driver not Connected|DataSource is not|pool after calling end|Query read timeout|Cannot use a pool/i;

/** Returns whether an error of pg or TypeORM means that the database cannot serve a request at present. */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  return isTemporary(thrown) || isLoginRefused(thrown);
}

/**
 * Returns whether waiting may help, for example while a server starts. Waiting does not help after a refused login,
 * which the operator must resolve.
 */
export function isTemporary(thrown: unknown): boolean {
  if (thrown instanceof AggregateError) return thrown.errors.some(isTemporary);
  if (!(thrown instanceof Error)) return false;
  // TypeORM releases a query runner in use if the connection breaks between two statements of a transaction.
  if (thrown instanceof QueryRunnerAlreadyReleasedError) return true;
  if (thrown instanceof QueryRunnerProviderAlreadyReleasedError) return true;
  const { code = '', syscall } = thrown as { code?: string; syscall?: string };
  if (CONNECTION_CALLS.has(syscall ?? '') || CONNECTION_CODES.has(code)) return true;
  return TEMPORARY.test(code) || MESSAGES.test(thrown.message);
}

const isLoginRefused = (thrown: unknown): boolean =>
  thrown instanceof Error && LOGIN_REFUSED.test((thrown as { code?: string }).code ?? '');
