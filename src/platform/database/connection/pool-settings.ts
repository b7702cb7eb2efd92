import pg from 'pg';
import { APPLICATION_NAME } from './application-name.js';
import { limitLockWaits } from './lock-limit.js';
import { type PgConnection, limitSilence } from './silence-limit.js';

/**
 * The address of a PostgreSQL server: either a URL, or a host and a port. The host may be the directory of the server's
 * Unix socket.
 */
export type DatabaseAddress = { readonly url: string } | SocketAddress;

export interface SocketAddress {
  readonly host: string;
  readonly port: number;
  /** Startup options. They mark the connections of the process that runs the embedded database. */
  readonly options?: string;
}

export interface PoolLimits {
  /** Maximum number of connections. */
  readonly poolSize: number;
  /** Maximum time without data from the server while a statement runs, ms; 0 for no limit. */
  readonly silenceMs?: number;
  /** Maximum time that a statement in a transaction waits for a lock, ms; 0 for no limit. */
  readonly lockWaitMs?: number;
}

/**
 * Maximum time without data from the server while a statement of a request runs, ms. On a healthy server, every
 * statement of the service begins to respond in less than a tenth of this time.
 */
export const SILENCE_MS = 10_000;

/**
 * Maximum time that a request waits for a free connection, ms. It is also the maximum time that a new connection waits
 * for the server.
 */
const WAIT_FOR_CONNECTION_MS = 5_000;

/**
 * Maximum wait on the embedded database, ms. Its connections take turns: the transaction that stores a file of 100,000
 * trades can take longer than 5 s on a working database.
 */
export const WAIT_FOR_TURN_MS = 30_000;

/** pg returns int8 as text. Every int8 of this schema (a time in ms or a count) is exact as a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: Parameters<typeof pg.types.getTypeParser>[0], format?: 'text' | 'binary'): unknown =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
};

/**
 * If `extra_float_digits` is below 1, the server sends numbers with only 15 digits. The statement changes the setting
 * only if needed, so that no setting remains in a pooler's connection.
 */
const ENSURE_EXACT_NUMBERS = `SELECT set_config('extra_float_digits', '1', false)
  WHERE current_setting('extra_float_digits')::int < 1`;

/** Returns the settings with which this service connects to PostgreSQL. */
export function poolSettings(
  address: DatabaseAddress,
  { poolSize, silenceMs = 0, lockWaitMs = 0 }: PoolLimits,
): pg.PoolConfig {
  const server =
    'url' in address
      ? { connectionString: address.url }
      : { ...address, user: 'postgres', password: 'postgres', database: 'postgres' };
  // The pool waits for the returned promise, although its types do not declare this.
  const onConnect: (client: pg.ClientBase) => unknown = (client) =>
    prepareConnection(client, silenceMs, lockWaitMs);
  return {
    ...server,
    max: poolSize,
    connectionTimeoutMillis: 'url' in address ? WAIT_FOR_CONNECTION_MS : WAIT_FOR_TURN_MS,
    idleTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: APPLICATION_NAME,
    types,
    onConnect,
  };
}

async function prepareConnection(
  client: pg.ClientBase,
  silenceMs: number,
  lockWaitMs: number,
): Promise<void> {
  // A connection may break while the pool hands it over. The pool has no listener then, and an error event without a
  // listener ends the process. The next statement on the broken connection fails anyway.
  client.on('error', () => undefined);
  limitSilence(client as unknown as PgConnection, silenceMs);
  if (lockWaitMs > 0) limitLockWaits(client, lockWaitMs);
  await client.query(ENSURE_EXACT_NUMBERS);
}
