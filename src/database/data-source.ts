import type { Socket } from 'node:net';
import pg from 'pg';
import { DataSource, DataSourceOptions } from 'typeorm';
import { entities } from './entities.js';
import { migrations } from './migrations/index.js';
import { SnakeNaming } from './snake-naming.js';
import { KnownBackend, withdrawStatement } from './withdraw-statement.js';

/** Where a PostgreSQL server listens: a URL, or the directory of its Unix socket (or a host) and the port. */
export type DatabaseAddress = { readonly url: string } | { readonly host: string; readonly port: number };

/** pg hands over int8 as text; every int8 of ours (times in ms, counts) is exact as a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: Parameters<typeof pg.types.getTypeParser>[0], format?: 'text' | 'binary'): unknown =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
};

/**
 * The one definition of how we speak to PostgreSQL, embedded or not.
 * @param poolSize most connections at once
 * @param silenceMs how long a statement may go without a sign of the server; 0: as long as it takes
 */
export function dataSourceOptions(
  address: DatabaseAddress,
  poolSize: number,
  silenceMs = 0,
): DataSourceOptions {
  const where =
    'url' in address
      ? { url: address.url }
      : { ...address, username: 'postgres', password: 'postgres', database: 'postgres' };
  return {
    type: 'postgres',
    ...where,
    entities,
    migrations,
    migrationsTableName: 'migrations',
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    poolSize,
    // A dead server must become an answer, not a hang. It is also how long a request waits for a connection of the pool.
    connectTimeoutMS: 5_000,
    poolErrorHandler: () => undefined,
    applicationName: 'backtest-session-service',
    extra: {
      types,
      idleTimeoutMillis: 10_000,
      keepAlive: true,
      onConnect: (client: pg.ClientBase) => {
        survive(client);
        cutWhenSilent(client as unknown as PooledClient, silenceMs);
      },
    },
  };
}

/** What of a client of pg is used here, beyond its types. */
interface PooledClient extends KnownBackend {
  readonly connection: { readonly stream: Socket };
  /** Whether no statement is under way. */
  readonly readyForQuery: boolean;
}

/**
 * When a connection breaks in the moment in which the pool hands it over, nobody listens, and an error that nobody
 * listens to ends the process. The pool and the query that meets the broken connection deal with it.
 */
function survive(client: pg.ClientBase): void {
  client.on('error', () => undefined);
}

/**
 * When the server says nothing for so long, the statement is withdrawn, and where even that brings no answer the
 * connection is cut, and with it whatever waits for it. This is no setting of the server's, so it holds for one that is
 * frozen or out of reach, and behind PgBouncer, which forgets what a client that is gone was doing.
 */
function cutWhenSilent(client: PooledClient, silenceMs: number): void {
  const { stream } = client.connection;
  stream.setTimeout(silenceMs, () => {
    const { bytesRead } = stream;
    const silent = new Error(`the database was silent for ${silenceMs} ms`);
    const cut = () => {
      // One that has answered meanwhile, if only that it gave up, can go on.
      if (stream.bytesRead !== bytesRead) return;
      stream.destroy(Object.assign(silent, { code: 'ETIMEDOUT', syscall: 'read' }));
    };
    if (client.readyForQuery) cut();
    else withdrawStatement(client, cut);
  });
}

export function createDataSource(address: DatabaseAddress, poolSize: number, silenceMs?: number): DataSource {
  return new DataSource(dataSourceOptions(address, poolSize, silenceMs));
}
