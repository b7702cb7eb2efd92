import { existsSync } from 'node:fs';
import { mkdir, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../../config/environment.js';
import { sentenceOf } from '../../../shared/problems/sentence-of.js';
import { DatabaseServer, runningServer } from '../connection/database-server.js';
import { DataDirectoryLock, Holder, HolderKind, claimDataDirectory } from './data-directory-lock.js';
import {
  EMBEDDED_POOL,
  databaseDirectory,
  embeddedAddress,
  startEmbeddedPostgres,
} from './embedded-postgres.js';

/** Number of connections of a command that uses the database of a running service. */
const COMMAND_POOL = 2;

/** Disk space of a new database after a first start, MB. */
const NEW_DATABASE_MB = 40;

/** Maximum time to wait for a command that holds the data directory, ms. */
const COMMAND_TIMEOUT_MS = 60_000;

/**
 * Starts the embedded database of a directory. If a running service has already started it, uses the database of that
 * service.
 * @throws Error with a sentence for the operator
 */
export async function openEmbedded(
  { DATA_DIR: dataDir, EMBEDDED_LOG_MB: logMb }: Environment,
  kind: HolderKind,
): Promise<DatabaseServer> {
  const directory = resolve(dataDir);
  const address = embeddedAddress(directory);
  const deadline = Date.now() + COMMAND_TIMEOUT_MS;
  for (let attempt = 1; ; attempt += 1) {
    const claimed = await claim(directory, kind);
    if ('release' in claimed) return start(directory, claimed, logMb);
    if (claimed.kind === 'service' && kind === 'command') return runningServer(address, COMMAND_POOL);
    if (claimed.kind === 'service') {
      throw new Error(
        `DATA_DIR ${directory} is in use by another service (process ${claimed.pid}). ` +
          'Stop it, choose another DATA_DIR, or set DATABASE_URL to share one PostgreSQL server.',
      );
    }
    if (attempt === 1)
      process.stderr.write(
        `Waiting for a command (process ${claimed.pid}) that uses DATA_DIR ${directory}.\n`,
      );
    if (Date.now() > deadline)
      throw new Error(`DATA_DIR ${directory} is still in use by a command (process ${claimed.pid}).`);
    await delay(200);
  }
}

/**
 * Creates the directory and its missing parents. The option `recursive` is used only if the parent is missing: where
 * the kernel allows no new directories (`/proc`), Node's recursive `mkdir` would try forever.
 */
async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: !existsSync(dirname(directory)), mode: 0o700 });
  } catch (error) {
    const isThere =
      (error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(directory)).isDirectory();
    if (!isThere) throw error;
  }
}

async function claim(directory: string, kind: HolderKind): Promise<DataDirectoryLock | Holder> {
  try {
    await makeDirectory(directory);
    return await claimDataDirectory(directory, kind);
  } catch (error) {
    throw new Error(`DATA_DIR ${directory} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file, not a directory',
  ENOTDIR: 'a part of its path is a file, not a directory',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
};

const reasonOf = (error: unknown): string =>
  REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? sentenceOf(error);

async function start(directory: string, lock: DataDirectoryLock, logMb: number): Promise<DatabaseServer> {
  try {
    const embedded = await startEmbeddedPostgres(directory, logMb);
    const { address, ended, disconnectOthers } = embedded;
    const release = async () => {
      await embedded.close();
      await lock.release();
    };
    return { address, poolSize: EMBEDDED_POOL, ended, disconnectOthers, release, directory };
  } catch (error) {
    await lock.release();
    throw new Error(
      `The embedded database in ${directory} does not start: ${sentenceOf(error)}${await spaceLeft(directory)}`,
      { cause: error },
    );
  }
}

/**
 * Returns the free space of the disk, and the space that a new database needs. A full disk is the most likely cause of
 * the failure, and PGlite does not always report it.
 */
async function spaceLeft(directory: string): Promise<string> {
  const disk = await statfs(directory).catch(() => null);
  if (!disk) return '';
  const free = `${Math.floor((disk.bavail * disk.bsize) / 2 ** 20)} MB free on its disk`;
  const isNew = !existsSync(databaseDirectory(directory));
  return isNew ? ` (${free}; a new database needs ${NEW_DATABASE_MB} MB)` : ` (${free})`;
}
