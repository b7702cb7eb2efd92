import { once } from 'node:events';
import { mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { Server, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Kinds of holders of a data directory. A service holds the directory as long as it runs, a command only for a short
 * time.
 */
export type HolderKind = 'service' | 'command';

export interface Holder {
  readonly kind: HolderKind;
  readonly pid: number;
}

export interface DataDirectoryLock {
  readonly release: () => Promise<void>;
}

/** Time after which other processes open a closed gate, ms. A process that dies inside the gate leaves it closed. */
const GATE_STALE_MS = 5_000;

/**
 * Maximum time for a holder to respond, ms. Shorter than `GATE_STALE_MS`, because the asking process is inside the gate
 * while it waits.
 */
const HOLDER_TIMEOUT_MS = 4_000;

/** Maximum wait at the gate, ms. No running process keeps the gate closed for longer. */
const GATE_TIMEOUT_MS = 30_000;

/**
 * Error codes that mean there is no holder: no socket, no listener on the socket, or a holder that ended before it
 * responded.
 */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ECONNRESET', 'EPIPE']);

/**
 * Claims a data directory for this process, or returns the holder.
 *
 * The holder listens on a socket in the directory as long as it lives. The kernel closes the socket when the process
 * ends in any way. A stale lock therefore cannot keep a directory closed, and process numbers need not be compared.
 * While a process claims the directory, a subdirectory serves as a gate. The gate keeps other processes from removing
 * the new socket.
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
  const deadline = Date.now() + GATE_TIMEOUT_MS;
  for (;;) {
    try {
      await mkdir(gate, { mode: 0o700 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (Date.now() > deadline) throw new Error(`${gate} was not released; remove it`);
    const { mtimeMs } = await stat(gate).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > GATE_STALE_MS) await rmdir(gate).catch(() => undefined);
    await delay(20);
  }
}

/** Returns the holder of the directory; null if no process listens, or if the holder is about to end. */
async function askHolder(socketPath: string): Promise<Holder | null> {
  const socket = connect(socketPath);
  socket.setTimeout(HOLDER_TIMEOUT_MS, () =>
    socket.destroy(new Error('the process that holds it does not answer')),
  );
  try {
    return JSON.parse(await text(socket)) as Holder;
  } catch (error) {
    // A holder that ends while it responds sends only a part of its response. Such a holder no longer holds the directory.
    if (error instanceof SyntaxError || NOBODY.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

async function listen(socketPath: string, holder: Holder): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => undefined).end(JSON.stringify(holder)));
  await once(server.listen(socketPath), 'listening');
  // While the server listens, an error belongs to a single connection.
  return server.on('error', () => undefined).unref();
}
