import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DEFAULT_LOG_MB } from '../../config/environment.js';
import type { SocketAddress } from '../connection/pool-settings.js';
import type { WorkerCommand, WorkerInput, WorkerMessage } from './embedded-postgres.worker.js';

/**
 * Size of the service's own pool. More connections would only queue, because the embedded database runs one statement
 * at a time.
 */
export const EMBEDDED_POOL = 4;

/** Port in the address. pg derives the name of the socket file from the port. */
const SOCKET_PORT = 5432;

/** Maximum length of a socket path in bytes. Linux and macOS allow slightly longer paths. */
const MAX_SOCKET_PATH_LENGTH = 100;

export interface EmbeddedPostgres {
  /** Address for the connections of this process. */
  readonly address: SocketAddress;
  /** Resolves when the database is closed; rejects if the database fails. */
  readonly ended: Promise<void>;
  /** Disconnects the clients of other processes, and refuses further ones. */
  readonly disconnectOthers: () => void;
  close(): Promise<void>;
}

/**
 * Returns the address of the embedded database of a data directory. The database listens at this address while it runs.
 */
export function embeddedAddress(dataDir: string): SocketAddress {
  const directory = resolve(dataDir);
  const socketPath = join(directory, `.s.PGSQL.${SOCKET_PORT}`);
  if (Buffer.byteLength(socketPath) > MAX_SOCKET_PATH_LENGTH) {
    throw new Error(
      `DATA_DIR is too long for a socket (${socketPath}): choose a directory with a shorter path`,
    );
  }
  return { host: directory, port: SOCKET_PORT };
}

export const databaseDirectory = (dataDir: string): string => join(dataDir, 'postgres');

/**
 * Starts PostgreSQL in WebAssembly in a separate thread, listening on a Unix socket inside the data directory. In a
 * separate thread, long statements do not block the event loop that serves requests. The caller must hold the
 * directory's lock.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  logMb = DEFAULT_LOG_MB,
): Promise<EmbeddedPostgres> {
  const owner = `-c backtest.owner=${randomUUID()}`;
  const address = { ...embeddedAddress(dataDir), options: owner };
  const directory = resolve(dataDir);
  const socketPath = join(directory, `.s.PGSQL.${SOCKET_PORT}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await rm(socketPath, { force: true });
  const database = databaseDirectory(directory);
  const incomplete = `${database}.new`;
  const worker = new Worker(new URL('./embedded-postgres.worker.js', import.meta.url), {
    workerData: { directory: database, incomplete, socketPath, owner, logMb } satisfies WorkerInput,
  });
  let closing = false;
  const ended = new Promise<void>((resolveEnd, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message !== 'ready') reject(new Error(`the embedded database failed: ${message.failure}`));
    });
    worker.once('error', reject);
    worker.once('exit', () =>
      closing ? resolveEnd() : reject(new Error('the embedded database ended unexpectedly')),
    );
  });
  ended.catch(() => undefined);
  try {
    await Promise.race([new Promise<void>((ready) => worker.once('message', () => ready())), ended]);
  } catch (error) {
    await worker.terminate();
    // If the disk is full, the incomplete database itself takes the space.
    await rm(incomplete, { recursive: true, force: true });
    throw error;
  }
  const tell = (command: WorkerCommand) => worker.postMessage(command);
  return {
    address,
    ended,
    disconnectOthers: () => tell('stopping'),
    close: async () => {
      if (!closing) tell('close');
      closing = true;
      // A failed database counts as closed as well; `ended` reports the failure.
      await ended.catch(() => undefined);
    },
  };
}
