import { PGlite } from '@electric-sql/pglite';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { keepLog } from './keep-log.js';
import { findPanicMessage } from './panic-message.js';
import { pgliteFailure } from './pglite-failure.js';
import { PgliteServer } from './pglite-server.js';

export interface WorkerInput {
  readonly directory: string;
  /** Name of the directory until the database in it is complete. */
  readonly incomplete: string;
  readonly socketPath: string;
  /** Startup options of the connections of this process. */
  readonly owner: string;
  /** Size that the write-ahead log may have, MB. */
  readonly logMb: number;
}

/** Message to the thread: `stopping` when the service begins to stop, `close` to close the database. */
export type WorkerCommand = 'stopping' | 'close';

/** Message of the thread: `ready` when clients can connect, or the reason why the database failed. */
export type WorkerMessage = 'ready' | { readonly failure: string };

/**
 * pg_temp comes last in the search path, so that temporary tables of a foreign client do not hide tables of the
 * service.
 */
const SEARCH_PATH = 'search_path=public,pg_temp';

const { directory, incomplete, socketPath, owner, logMb } = workerData as WorkerInput;

/** Checkpoints keep files of the log for later use, up to `max_wal_size`. */
const LOG_SIZE = [`max_wal_size=${logMb}MB`, 'min_wal_size=32MB'];

const START_PARAMS = [
  ...PGlite.defaultStartParams,
  ...[SEARCH_PATH, ...LOG_SIZE].flatMap((setting) => ['-c', setting]),
];

const db = exitOnFailure(await open());
const server = new PgliteServer(db, owner, fail);
await server.listen(socketPath);
await chmod(socketPath, 0o600);
const logKeeping = keepLog(server, logMb);

parentPort?.on('message', (command: WorkerCommand) => {
  if (command === 'stopping') server.disconnectOthers();
  else void close();
});
report('ready');

async function close(): Promise<void> {
  // The clients go first, because the log keeper may wait for the transaction of one of them.
  await server.close();
  await logKeeping.stop();
  await db.close();
  parentPort?.close();
}

function report(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

/** @throws Error with the reason, because the main thread receives any other thrown value without its class */
async function open(): Promise<PGlite> {
  try {
    await createIfAbsent();
    return await PGlite.create(directory, { startParams: START_PARAMS });
  } catch (reason) {
    throw new Error(pgliteFailure(reason), { cause: reason });
  }
}

/**
 * Creates the database under a temporary name and renames it when it is complete. An interrupted creation therefore
 * starts from the beginning.
 */
async function createIfAbsent(): Promise<void> {
  if (existsSync(directory)) return;
  await rm(incomplete, { recursive: true, force: true });
  await mkdir(incomplete, { mode: 0o700 });
  const created = await PGlite.create(incomplete);
  await created.close();
  await rename(incomplete, directory);
}

/**
 * Ends the thread when PostgreSQL panics. PostgreSQL panics if it cannot write its log, because the disk is full or
 * broken. In WebAssembly a panic does not end the process: the statement would run forever, and every other connection
 * would wait for this statement.
 */
function exitOnFailure(database: PGlite): PGlite {
  const execute = database.execProtocolRawStream.bind(database);
  database.execProtocolRawStream = (message, options) =>
    execute(message, {
      ...options,
      onRawData: (data) => {
        const panic = findPanicMessage(data);
        if (panic !== null) fail(panic);
        options.onRawData(data);
      },
    }).catch(fail);
  return database;
}

function fail(reason: unknown): never {
  report({ failure: pgliteFailure(reason) });
  process.exit(1);
}
