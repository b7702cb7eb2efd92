import { mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { Server, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Who may hold a data directory: the service keeps it, a command gives it back soon. */
export type HolderKind = 'service' | 'command';

export interface Holder {
  readonly kind: HolderKind;
  readonly pid: number;
}

export interface DataDirectoryLock {
  readonly release: () => Promise<void>;
}

/** A starter that died between two system calls leaves its gate closed; after this long it is opened. */
const GATE_STALE_MS = 5_000;

/** Shorter than that, so that whoever asks from within the gate keeps it. */
const HOLDER_PATIENCE_MS = 4_000;

/** No socket, nobody behind it, or one who ended before the answer. */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ECONNRESET', 'EPIPE']);

/**
 * Claims a data directory for this process, or says who has it.
 *
 * The holder listens on a socket in the directory for as long as it lives. The kernel closes that socket with the
 * process, however it dies, so no stale lock can ever keep a directory shut, and process numbers are never compared.
 * A directory made for the moment of claiming keeps two starters from clearing away each other's socket.
 */
export async function claimDataDirectory(
  directory: string,
  kind: HolderKind,
): Promise<DataDirectoryLock | Holder> {
  const socketPath =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\${directory.replaceAll(/[^\w]/g, '_')}-lock`
      : join(directory, 'lock');
  const gate = join(directory, 'lock.gate');
  await enterGate(gate);
  try {
    const holder = await askHolder(socketPath);
    if (holder) return holder;
    if (process.platform !== 'win32') await rm(socketPath, { force: true });
    const server = await listen(socketPath, { kind, pid: process.pid });
    return { release: () => new Promise((resolve) => server.close(() => resolve())) };
  } finally {
    await rmdir(gate).catch(() => undefined);
  }
}

async function enterGate(gate: string): Promise<void> {
  for (;;) {
    try {
      await mkdir(gate, { mode: 0o700 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const { mtimeMs } = await stat(gate).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > GATE_STALE_MS) await rmdir(gate).catch(() => undefined);
      else await delay(20);
    }
  }
}

/** The living holder, or null when nobody listens, or when the one who did is just ending. */
function askHolder(socketPath: string): Promise<Holder | null> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(socketPath);
    socket.setTimeout(HOLDER_PATIENCE_MS, () =>
      socket.destroy(new Error('the process that holds it does not answer')),
    );
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('end', () => resolve(holderIn(text)));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== undefined && NOBODY.has(error.code)) resolve(null);
      else reject(error);
    });
  });
}

/** One that ends while it answers says nothing whole, and holds nothing any more. */
function holderIn(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}

function listen(socketPath: string, holder: Holder): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end(JSON.stringify(holder)));
    server.once('error', reject);
    server.listen(socketPath, () => {
      server.unref();
      resolve(server);
    });
  });
}
