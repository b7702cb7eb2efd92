import { PGlite } from '@electric-sql/pglite';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { panicIn } from './panic-in.js';
import { PgliteServer } from './pglite-server.js';

interface Assignment {
  readonly directory: string;
  readonly socketPath: string;
  readonly maxConnections: number;
}

/** What the thread tells: that connections can come, or of what the database died. */
export type WorkerMessage = 'ready' | { readonly diedOf: string };

const { directory, socketPath, maxConnections } = workerData as Assignment;

await createIfAbsent();
const db = endingWhenItDies(await PGlite.create(directory));
const server = new PgliteServer(db, maxConnections, (error) => end(sentenceOf(error)));
await server.listen(socketPath);
await chmod(socketPath, 0o600);

parentPort?.once('message', () => {
  void (async () => {
    await server.close();
    await db.close();
    parentPort?.close();
  })();
});
tell('ready');

function tell(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

/** A database is made aside and gets its name when it is whole: one that was interrupted is made anew. */
async function createIfAbsent(): Promise<void> {
  if (existsSync(directory)) return;
  const unfinished = `${directory}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const created = await PGlite.create(unfinished);
  await created.close();
  await rename(unfinished, directory);
}

/**
 * PostgreSQL panics when it cannot write its log (the disk is full or broken). In WebAssembly nothing ends by that: the
 * statement would spin for ever, and every other connection wait for it. So the thread ends itself.
 */
function endingWhenItDies(database: PGlite): PGlite {
  const execute = database.execProtocolRawStream.bind(database);
  database.execProtocolRawStream = async (message, options) => {
    try {
      await execute(message, {
        ...options,
        onRawData: (data) => {
          const panic = panicIn(data);
          if (panic !== null) end(panic);
          options.onRawData(data);
        },
      });
    } catch (error) {
      end(sentenceOf(error));
    }
  };
  return database;
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function end(diedOf: string): never {
  tell({ diedOf });
  process.exit(1);
}
