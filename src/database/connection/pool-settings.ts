import pg from 'pg';
import { APPLICATION_NAME } from './application-name.js';
import { limitLockWaits } from './lock-limit.js';
import { type PgConnection, limitSilence } from './silence-limit.js';

/** The address of a PostgreSQL server: a URL, or the directory of its Unix socket (or a host) and the port. */
export type DatabaseAddress = { readonly url: string } | { readonly host: string; readonly port: number };

export interface PoolLimits {
  /** Maximum number of connections. */
  readonly poolSize: number;
  /** Maximum silence of the server while a statement runs, ms; 0: no limit. */
  readonly silenceMs?: number;
  /** Maximum wait of a statement in a transaction for a lock, ms; 0: no limit. */
  readonly lockWaitMs?: number;
}

/**
 * Maximum silence of the database while a statement of a request runs, ms. On a healthy server, every statement
 * of the service begins to respond in less than a tenth of this time.
 */
export const SILENCE_MS = 10_000;

/** Maximum wait of a request for a free connection, and of a connection for the server to accept it, ms. */
const WAIT_FOR_CONNECTION_MS = 5_000;

/**
 * Maximum wait on the embedded database, whose connections take turns: the transaction that stores a file of 100,000
 * trades can take longer than 5 s, although the database works.
 */
export const WAIT_FOR_TURN_MS = 30_000;

/** pg returns int8 as text; every int8 of this schema (times in ms, counts) is exact as a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: Parameters<typeof pg.types.getTypeParser>[0], format?: 'text' | 'binary'): unknown =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
};

/**
 * With a lower setting, numbers have only 15 digits. It is set only if needed, so that no setting is left behind in a
 * connection of a pooler.
 */
const ENSURE_EXACT_NUMBERS = `SELECT set_config('extra_float_digits', '1', false)
  WHERE current_setting('extra_float_digits')::int < 1`;

/** Settings with which this service connects to PostgreSQL, embedded or not. */
export function poolSettings(
  address: DatabaseAddress,
  { poolSize, silenceMs = 0, lockWaitMs = 0 }: PoolLimits,
): pg.PoolConfig {
  const server =
    'url' in address
      ? { connectionString: address.url }
      : { ...address, user: 'postgres', password: 'postgres', database: 'postgres' };
  // The pool waits for the returned promise, although its types do not say so.
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
  // A connection may break while the pool hands it over, when it has no listener, and an error event without a
  // listener ends the process. The next statement on the broken connection fails anyway.
  client.on('error', () => undefined);
  limitSilence(client as unknown as PgConnection, silenceMs);
  if (lockWaitMs > 0) limitLockWaits(client, lockWaitMs);
  await client.query(ENSURE_EXACT_NUMBERS);
}
