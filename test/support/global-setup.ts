import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Creates one database for the whole run: an embedded database in a temporary directory, or a new database on the
 * server of `TEST_DATABASE_URL`. With `TEST_CITUS_WORKERS` (host:port, comma-separated), the server is the coordinator
 * of a Citus cluster, and the new database is distributed over the cluster. Tests find the database by `DATABASE_URL`
 * or `TEST_DATABASE_DIRECTORY` and share it, so each test creates its own workspace and symbols. `TEST_RUN_DIRECTORY`
 * is for files that tests share.
 */
export default async function globalSetup(): Promise<void> {
  process.env['TEST_RUN_DIRECTORY'] = await mkdtemp(join(tmpdir(), 'bss-run-'));
  const server = process.env['TEST_DATABASE_URL'];
  globalThis.testDatabase = server ? await createDatabase(server) : await startEmbedded();
}

export interface TestDatabase {
  remove(): Promise<void>;
}

declare global {
  var testDatabase: TestDatabase | undefined;
}

async function createDatabase(server: string): Promise<TestDatabase> {
  const name = `backtest_test_${process.pid}_${Date.now()}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  process.env['DATABASE_URL'] = url.href;
  const workers = citusWorkers(url);
  if (workers.length > 0) await spreadOverCluster(url, workers);
  return {
    remove: async () => {
      for (const database of [url, ...workers]) {
        await run(inDatabase(database, 'postgres'), [`DROP DATABASE ${name} WITH (FORCE)`]);
      }
      await admin.end();
    },
  };
}

/** Returns the URLs of the same database on each worker of the cluster; empty if the server is not a coordinator. */
function citusWorkers(coordinator: URL): URL[] {
  const addresses = (process.env['TEST_CITUS_WORKERS'] ?? '').split(',').filter(Boolean);
  return addresses.map((address) => Object.assign(new URL(coordinator), { host: address }));
}

async function spreadOverCluster(coordinator: URL, workers: readonly URL[]): Promise<void> {
  for (const worker of workers) {
    await run(inDatabase(worker, 'postgres'), [`CREATE DATABASE ${worker.pathname.slice(1)}`]);
    await run(worker, ['CREATE EXTENSION citus']);
  }
  await run(coordinator, [
    'CREATE EXTENSION citus',
    `SELECT citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`,
    ...workers.map(({ hostname, port }) => `SELECT citus_add_node('${hostname}', ${port})`),
  ]);
  const { createDataSource } =
    await compiled<typeof import('../../src/database/data-source.js')>('database/data-source');
  const { migrate } = await compiled<typeof import('../../src/database/migrate.js')>('database/migrate');
  const { distribute } = await compiled<typeof import('../../src/cli/distribute.js')>('cli/distribute');
  const dataSource = createDataSource({ url: coordinator.href }, { poolSize: 2 });
  await dataSource.initialize();
  await migrate(dataSource);
  await distribute(dataSource);
  await dataSource.destroy();
}

const inDatabase = (url: URL, name: string) => Object.assign(new URL(url), { pathname: `/${name}` });

async function run(url: URL, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Imports a compiled module of `src/database`, because the tests' own compilation does not include this file. */
async function compiled<T>(name: string): Promise<T> {
  return (await import(new URL(`../../dist/src/${name}.js`, import.meta.url).href)) as T;
}

async function startEmbedded(): Promise<TestDatabase> {
  const { startEmbeddedPostgres } = await compiled<
    typeof import('../../src/database/embedded/embedded-postgres.js')
  >('database/embedded/embedded-postgres');
  const directory = await mkdtemp(join(tmpdir(), 'bss-test-'));
  const embedded = await startEmbeddedPostgres(directory);
  delete process.env['DATABASE_URL'];
  process.env['TEST_DATABASE_DIRECTORY'] = directory;
  return {
    remove: async () => {
      await embedded.close();
      const { rm } = await import('node:fs/promises');
      await rm(directory, { recursive: true, force: true });
    },
  };
}
