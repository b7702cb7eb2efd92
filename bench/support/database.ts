import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';

/** A database that exists while the benchmarks run. */
export interface OwnDatabase {
  readonly url: string;
  /** The product and version, for the report. */
  readonly version: string;
  remove(): Promise<void>;
}

/**
 * Creates a database on the server that `DATABASE_URL` names. Without `DATABASE_URL`, starts the embedded database in
 * a temporary directory.
 */
export async function ownDatabase(): Promise<OwnDatabase> {
  const server = process.env['DATABASE_URL'];
  const made = server ? await onServer(server) : await embedded();
  const [{ version }] = await select<{ version: string }>(
    made.url,
    "SELECT current_setting('server_version') AS version",
  );
  return { ...made, version: `PostgreSQL ${version}${server ? '' : ', embedded'}` };
}

async function onServer(server: string) {
  const name = `backtest_bench_${randomBytes(4).toString('hex')}`;
  await select(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const remove = async () => {
    await select(server, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { url: url.href, remove };
}

async function embedded() {
  const directory = await mkdtemp(join(tmpdir(), 'bss-bench-'));
  const database = await startEmbeddedPostgres(directory);
  const remove = async () => {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { url: `postgres://postgres:postgres@/postgres?host=${directory}`, remove };
}

/** Returns the rows of one statement, which runs on a separate connection. */
export async function select<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<[Row, ...Row[]]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, [...values])).rows as [Row, ...Row[]];
  } finally {
    await client.end();
  }
}
