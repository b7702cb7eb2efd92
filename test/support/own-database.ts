import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { embeddedAddress } from '../../src/platform/database/embedded/embedded-postgres.js';
import type { DatabaseAddress } from '../../src/platform/database/connection/pool-settings.js';
import type { WorkerInput } from '../../src/platform/database/embedded/embedded-postgres.worker.js';

/** An empty database that no other test uses, of the same kind as the run's database. */
export interface OwnDatabase {
  readonly address: DatabaseAddress;
  remove(): Promise<void>;
}

export function anOwnDatabase(): Promise<OwnDatabase> {
  const url = process.env['DATABASE_URL'];
  return url ? onServer(url) : anEmbeddedDatabase();
}

async function onServer(server: string): Promise<OwnDatabase> {
  const name = `backtest_own_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  return { address: { url }, remove: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** The built program of the worker thread. The tests run the sources, but Node.js cannot run the source of a thread. */
const BUILT = new URL(
  '../../dist/src/platform/database/embedded/embedded-postgres.worker.js',
  import.meta.url,
);

/** An embedded database, also if the run uses a server. */
export interface OwnEmbedded extends OwnDatabase {
  /** The directory that contains the database. */
  readonly directory: string;
  /** Ends the database at once, as if its process were killed. */
  kill(): Promise<void>;
  /** Starts a killed database again. */
  restart(): Promise<void>;
}

export async function anEmbeddedDatabase(): Promise<OwnEmbedded> {
  const prepared = join(process.env['TEST_RUN_DIRECTORY'] ?? '', 'empty');
  if (!existsSync(prepared)) await prepareDatabase(prepared);
  const root = await mkdtemp(join(tmpdir(), 'bss-own-'));
  await cp(prepared, join(root, 'postgres'), { recursive: true });
  let running = await start(root);
  return {
    address: embeddedAddress(root),
    directory: root,
    kill: () => running.kill(),
    restart: async () => {
      running = await start(root);
    },
    remove: async () => {
      await running.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Creates an empty database that tests copy. A copy is faster by seconds than a new database. */
async function prepareDatabase(target: string): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'bss-own-'));
  const running = await start(root);
  await running.close();
  // Another Jest worker may have been faster. Its database is identical.
  await rename(join(root, 'postgres'), target).catch(() => undefined);
  await rm(root, { recursive: true, force: true });
}

interface Running {
  close(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts the database in a directory. */
async function start(root: string): Promise<Running> {
  await rm(join(root, '.s.PGSQL.5432'), { force: true });
  const directory = join(root, 'postgres');
  const socketPath = join(root, '.s.PGSQL.5432');
  const workerData: WorkerInput = {
    directory,
    incomplete: `${directory}.new`,
    socketPath,
    owner: 'none',
    logMb: 64,
  };
  const worker = new Worker(BUILT, { workerData });
  await once(worker, 'message');
  return {
    close: async () => {
      const ended = once(worker, 'exit');
      worker.postMessage('close');
      await ended;
    },
    kill: async () => void (await worker.terminate()),
  };
}
