import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/**
 * One database for the whole run. With `TEST_DATABASE_URL` that is a new database on that server; without, the embedded
 * database in a temporary directory. Tests find it by `DATABASE_URL` or `TEST_DATABASE_DIRECTORY` and share it: each makes its own workspace and its own symbols.
 */
export default async function globalSetup(): Promise<void> {
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
  return {
    remove: async () => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

async function startEmbedded(): Promise<TestDatabase> {
  // The compiled one: its thread needs a file that Node can run.
  const compiled = new URL('../../dist/src/database/embedded-postgres.js', import.meta.url).href;
  const { startEmbeddedPostgres } = (await import(
    compiled
  )) as typeof import('../../src/database/embedded-postgres.js');
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
