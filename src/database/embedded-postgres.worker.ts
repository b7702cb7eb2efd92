import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { chmod } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';

interface Assignment {
  readonly directory: string;
  readonly socketPath: string;
  readonly maxConnections: number;
}

const { directory, socketPath, maxConnections } = workerData as Assignment;

const db = await PGlite.create(directory);
const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections });
await server.start();
await chmod(socketPath, 0o600);

parentPort?.once('message', () => {
  void (async () => {
    await server.stop();
    await db.close();
    parentPort?.close();
  })();
});
parentPort?.postMessage('ready');
