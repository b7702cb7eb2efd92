import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { locationOf } from '../config/database-url.js';
import { Environment } from '../config/environment.js';
import { ConnectionSettings, createDataSource } from './data-source.js';
import { DatabaseServer, runningServer } from './connection/database-server.js';
import { isTemporary } from './database-unavailable.js';
import type { HolderKind } from './embedded/data-directory-lock.js';
import { openEmbedded } from './embedded/open-embedded.js';
import { isNotAllowed } from './is-not-allowed.js';
import { LOCK_WAIT_MS } from './connection/lock-limit.js';
import { migrate } from './migrate.js';
import { type DatabaseAddress, SILENCE_MS } from './connection/pool-settings.js';
import { isReadableOnTheWay } from './connection/readable-connection.js';
import type { SchemaWork } from './schema-work.js';
import { ServerFacts, requireUsableServer } from './server-requirements.js';
import type { PgConnection } from './connection/silence-limit.js';

/** An open database with its schema up to date. */
export interface OpenDatabase {
  readonly dataSource: DataSource;
  /** Address of the database, for further connections of this process. */
  readonly address: DatabaseAddress;
  readonly ended: DatabaseServer['ended'];
  readonly directory?: DatabaseServer['directory'];
  readonly disconnectOthers?: DatabaseServer['disconnectOthers'];
  close(): Promise<void>;
}

/** Maximum time that a start waits for a database that does not respond yet, ms. */
const STARTUP_TIMEOUT_MS = 20_000;

/**
 * Opens the database of the settings, a server or the embedded database, and migrates it.
 * @param kind `service` refuses a directory that another service holds; `command` uses the database of that service
 * @throws Error with a sentence for the operator
 */
export async function openDatabase(
  environment: Environment,
  kind: HolderKind,
  entities: ConnectionSettings['entities'],
  work: SchemaWork,
): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_POOL } = environment;
  const server = DATABASE_URL
    ? runningServer({ url: DATABASE_URL }, DATABASE_POOL)
    : await openEmbedded(environment, kind);
  const { address, poolSize, ended, directory, disconnectOthers } = server;
  const dataSource = createDataSource(address, {
    poolSize,
    entities,
    ...(kind === 'service' && limitsOf(address)),
  });
  const close = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await server.release();
  };
  try {
    const isReadable = await bringUpToDate(address, work);
    if (isReadable && kind === 'service') work.notify?.(unencrypted(address));
    await dataSource.initialize();
  } catch (error) {
    await close();
    throw new Error(`The ${addressName(address)} cannot be used: ${sentenceOf(error)}`, { cause: error });
  }
  return { dataSource, address, ended, directory, disconnectOthers, close };
}

/**
 * Checks and migrates the database over a separate connection without a time limit for statements. A second connection
 * reports for which lock the first connection waits.
 * @returns whether others on the network can read the connection
 */
async function bringUpToDate(address: DatabaseAddress, work: SchemaWork): Promise<boolean> {
  const dataSource = createDataSource(address, { poolSize: 2 });
  await connect(dataSource, address);
  try {
    const isReadable = await checkServer(dataSource);
    await migrate(dataSource, work).catch(explainRefusal);
    return isReadable;
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Explains a missing privilege. A role that may only change rows can start the service only if there is nothing to
 * migrate.
 */
function explainRefusal(error: unknown): never {
  if (isNotAllowed(error))
    throw new Error(
      `its schema is not up to date, and this role may not change it (${error.message}); ` +
        'run "npm run database -- migrate" as the owner of the tables first',
      { cause: error },
    );
  throw error;
}

/** Connects to a server. Waits if the server is starting or restarting. Any other error fails at once. */
async function connect(dataSource: DataSource, address: DatabaseAddress): Promise<void> {
  const deadline = Date.now() + STARTUP_TIMEOUT_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      if (!isTemporary(error) || Date.now() > deadline) throw error;
      if (attempt === 1)
        process.stderr.write(`Waiting for the ${addressName(address)}: ${sentenceOf(error)}\n`);
      await delay(250);
    }
  }
}

/**
 * Checks whether the service supports the server.
 * @returns whether others on the network can read the connection
 */
async function checkServer(dataSource: DataSource): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  try {
    // Behind a pooler, the process number of the connection differs from the process number of the backend.
    const { processID, connection } = (await runner.connect()) as PgConnection;
    const [facts] = (await runner.query(
      `SELECT current_setting('server_version_num')::int AS "version", reset_val::int AS "floatDigits",
         pg_backend_pid() <> $1 AS "isPooled"
       FROM pg_settings WHERE name = 'extra_float_digits'`,
      [processID],
    )) as [ServerFacts];
    requireUsableServer(facts);
    return isReadableOnTheWay(connection.stream);
  } finally {
    await runner.release();
  }
}

/**
 * Returns the time limits for statements of requests. The only backend of the embedded database never waits for a lock.
 */
const limitsOf = (address: DatabaseAddress) => ({
  silenceMs: SILENCE_MS,
  lockWaitMs: 'url' in address ? LOCK_WAIT_MS : 0,
});

const unencrypted = (address: DatabaseAddress): string =>
  `The connection to the ${addressName(address)} is not encrypted: add sslmode=verify-full to its URL.`;

/**
 * Returns the name of the database for messages. The name contains neither the user nor the password. The name also
 * contains no port, because a mistyped password may be read as the port.
 */
function addressName(address: DatabaseAddress): string {
  if ('url' in address) return `database on ${locationOf(address.url).host} (DATABASE_URL)`;
  return `embedded database in ${address.host}`;
}
