import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Environment } from '../config/environment.js';
import { HolderKind, claimDataDirectory } from './data-directory-lock.js';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { DatabaseAddress, createDataSource } from './data-source.js';
import { EMBEDDED_POOL, embeddedAddress, startEmbeddedPostgres } from './embedded-postgres.js';
import { migrate } from './migrate.js';

/** An open database with its schema up to date. */
export interface OpenDatabase {
  readonly dataSource: DataSource;
  /** Where it listens, for further connections of this process. */
  readonly address: DatabaseAddress;
  /** Settles when an embedded database of ours ends: rejected when it died by itself. Never settles for a server. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

interface Reached {
  readonly address: DatabaseAddress;
  readonly poolSize: number;
  readonly ended: Promise<void>;
  release(): Promise<void>;
}

/** A command beside a running service takes few connections of the shared database. */
const COMMAND_POOL = 2;

/** How long a database that does not answer yet is waited for at start. */
const STARTUP_PATIENCE_MS = 20_000;

/** How long one waits for another command that has the data directory. */
const PATIENCE_MS = 60_000;

/**
 * Opens the database that the settings name, a server or the embedded one, and migrates it.
 * @param kind a service refuses a directory that another service has; a command uses that service's database
 * @throws Error with a sentence for the operator
 */
export async function openDatabase(environment: Environment, kind: HolderKind): Promise<OpenDatabase> {
  const reached = environment.DATABASE_URL
    ? { ...never, address: { url: environment.DATABASE_URL }, poolSize: environment.DATABASE_POOL }
    : await reachEmbedded(environment.DATA_DIR, kind);
  const dataSource = createDataSource(reached.address, reached.poolSize);
  try {
    await connect(dataSource);
    await migrate(dataSource);
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    await reached.release();
    throw error;
  }
  return {
    dataSource,
    address: reached.address,
    ended: reached.ended,
    close: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
      await reached.release();
    },
  };
}

/** A server that is just starting, or restarting, is waited for; anything else that is wrong is told at once. */
async function connect(dataSource: DataSource): Promise<void> {
  const deadline = Date.now() + STARTUP_PATIENCE_MS;
  for (;;) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      await delay(250);
    }
  }
}

const never = { ended: new Promise<void>(() => undefined), release: () => Promise.resolve() };

async function reachEmbedded(dataDir: string, kind: HolderKind): Promise<Reached> {
  const directory = resolve(dataDir);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const claim = await claimDataDirectory(directory, kind);
    if ('release' in claim) {
      const embedded = await startEmbeddedPostgres(directory).catch(async (error: unknown) => {
        await claim.release();
        throw error;
      });
      const release = async () => {
        await embedded.close();
        await claim.release();
      };
      return { address: embedded.address, poolSize: EMBEDDED_POOL, ended: embedded.ended, release };
    }
    if (claim.kind === 'service') {
      if (kind === 'service') {
        throw new Error(
          `DATA_DIR ${directory} is in use by another service (process ${claim.pid}). ` +
            'Stop it, choose another DATA_DIR, or set DATABASE_URL to share one PostgreSQL server.',
        );
      }
      return { ...never, address: embeddedAddress(directory), poolSize: COMMAND_POOL };
    }
    if (Date.now() > deadline) {
      throw new Error(`DATA_DIR ${directory} is still in use by a command (process ${claim.pid}).`);
    }
    await delay(200);
  }
}
