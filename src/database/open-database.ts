import { mkdir, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { sentenceOf } from '../common/sentence-of.js';
import { Environment } from '../config/environment.js';
import { DataDirectoryLock, Holder, HolderKind, claimDataDirectory } from './data-directory-lock.js';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { DatabaseAddress, createDataSource } from './data-source.js';
import { EMBEDDED_POOL, embeddedAddress, startEmbeddedPostgres } from './embedded-postgres.js';
import { migrate } from './migrate.js';
import { requireSupportedServer } from './server-version.js';

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

/**
 * How long a statement of the service may go without a sign of the database until its request is answered 503. No
 * statement of ours is silent for a tenth of that on a healthy server.
 */
const SILENCE_MS = 10_000;

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
  const { address, poolSize, ended } = reached;
  const dataSource = createDataSource(address, poolSize, kind === 'service' ? SILENCE_MS : undefined);
  const close = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await reached.release();
  };
  try {
    await bringUpToDate(address);
    await dataSource.initialize();
  } catch (error) {
    await close();
    throw new Error(`${nameOf(address)} cannot be used: ${sentenceOf(error)}`, { cause: error });
  }
  return { dataSource, address, ended, close };
}

/** Migrates by a connection of its own, on which a statement may take as long as it needs. */
async function bringUpToDate(address: DatabaseAddress): Promise<void> {
  const dataSource = createDataSource(address, 1);
  await connect(dataSource, address);
  try {
    const [{ number }] = await dataSource.query<[{ number: number }]>(
      "SELECT current_setting('server_version_num')::int AS number",
    );
    requireSupportedServer(number);
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** A server that is just starting, or restarting, is waited for; anything else that is wrong is told at once. */
async function connect(dataSource: DataSource, address: DatabaseAddress): Promise<void> {
  const deadline = Date.now() + STARTUP_PATIENCE_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      if (attempt === 1) process.stderr.write(`${nameOf(address)} is waited for: ${sentenceOf(error)}\n`);
      await delay(250);
    }
  }
}

/** For messages: neither user nor password, and no port, where a mistyped password may have landed. */
function nameOf(address: DatabaseAddress): string {
  if (!('url' in address)) return `The embedded database in ${address.host}`;
  const host = URL.canParse(address.url) ? new URL(address.url).hostname : '';
  return host === '' ? 'The database of DATABASE_URL' : `The database on ${host} (DATABASE_URL)`;
}

const never = { ended: new Promise<void>(() => undefined), release: () => Promise.resolve() };

/** Starts the embedded database of a directory, or reaches the one that the service of that directory runs. */
async function reachEmbedded(dataDir: string, kind: HolderKind): Promise<Reached> {
  const directory = resolve(dataDir);
  const address = embeddedAddress(directory);
  const deadline = Date.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt += 1) {
    const claimed = await claim(directory, kind);
    if ('release' in claimed) return startEmbedded(directory, claimed);
    if (claimed.kind === 'service') {
      if (kind === 'command') return { ...never, address, poolSize: COMMAND_POOL };
      throw new Error(
        `DATA_DIR ${directory} is in use by another service (process ${claimed.pid}). ` +
          'Stop it, choose another DATA_DIR, or set DATABASE_URL to share one PostgreSQL server.',
      );
    }
    if (attempt === 1)
      process.stderr.write(
        `Waiting for a command (process ${claimed.pid}) that uses DATA_DIR ${directory}.\n`,
      );
    if (Date.now() > deadline) {
      throw new Error(`DATA_DIR ${directory} is still in use by a command (process ${claimed.pid}).`);
    }
    await delay(200);
  }
}

async function claim(directory: string, kind: HolderKind): Promise<DataDirectoryLock | Holder> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return await claimDataDirectory(directory, kind);
  } catch (error) {
    throw new Error(`DATA_DIR ${directory} cannot be used: ${sentenceOf(error)}`, { cause: error });
  }
}

async function startEmbedded(directory: string, lock: DataDirectoryLock): Promise<Reached> {
  try {
    const embedded = await startEmbeddedPostgres(directory);
    const { address, ended } = embedded;
    const release = async () => {
      await embedded.close();
      await lock.release();
    };
    return { address, poolSize: EMBEDDED_POOL, ended, release };
  } catch (error) {
    await lock.release();
    throw new Error(
      `The embedded database in ${directory} does not start: ${sentenceOf(error)}${await spaceLeft(directory)}`,
      { cause: error },
    );
  }
}

/** A full disk is the likeliest reason, and PGlite does not tell it. */
async function spaceLeft(directory: string): Promise<string> {
  const disk = await statfs(directory).catch(() => null);
  return disk ? ` (${Math.floor((disk.bavail * disk.bsize) / 2 ** 20)} MB free on its disk)` : '';
}
