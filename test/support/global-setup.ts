import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Creates the databases of the test run. With `TEST_DATABASE_URL`, this is one new database on that server, and its
 * address is in `DATABASE_URL`. Without this setting, each Jest worker has an embedded database in a temporary
 * directory, because an embedded database runs one statement at a time. With `TEST_CITUS_WORKERS` (host:port,
 * comma-separated), the server is the coordinator of a Citus cluster, and the new database is distributed over the
 * cluster. Suites share a database, so each test creates its own workspace and symbols. `TEST_RUN_DIRECTORY` is for
 * files that tests share.
 */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  process.env['TEST_RUN_DIRECTORY'] = await mkdtemp(join(tmpdir(), 'bss-run-'));
  const server = process.env['TEST_DATABASE_URL'];
  globalThis.testDatabase = server ? await createDatabase(server) : await startEmbedded(maxWorkers);
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

/**
 * Returns the URL of the database on each worker of the cluster, or an empty list if the server is not a coordinator.
 */
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
  const { createDataSource } = await compiled<typeof import('../../src/platform/database/data-source.js')>(
    'platform/database/data-source',
  );
  const { migrate } =
    await compiled<typeof import('../../src/platform/database/migrate.js')>('platform/database/migrate');
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

/**
 * Imports a compiled module of `src/platform/database`. This file cannot import the sources, because the compilation of the
 * tests does not include it.
 */
async function compiled<T>(name: string): Promise<T> {
  return (await import(new URL(`../../dist/src/${name}.js`, import.meta.url).href)) as T;
}

/** Starts the embedded database of each worker, in a directory named by the worker's number: 1, 2, … */
async function startEmbedded(workers: number): Promise<TestDatabase> {
  const { startEmbeddedPostgres } = await compiled<
    typeof import('../../src/platform/database/embedded/embedded-postgres.js')
  >('platform/database/embedded/embedded-postgres');
  const directory = await mkdtemp(join(tmpdir(), 'bss-test-'));
  const numbers = Array.from({ length: workers }, (_, index) => `${index + 1}`);
  const databases = await Promise.all(
    numbers.map((number) => startEmbeddedPostgres(join(directory, number))),
  );
  delete process.env['DATABASE_URL'];
  process.env['TEST_DATABASES_DIRECTORY'] = directory;
  return {
    remove: async () => {
      await Promise.all(databases.map((database) => database.close()));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
