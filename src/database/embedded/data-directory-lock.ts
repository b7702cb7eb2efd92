import { once } from 'node:events';
import { mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { Server, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** Who may hold a data directory: a service keeps it, a command releases it soon. */
export type HolderKind = 'service' | 'command';

export interface Holder {
  readonly kind: HolderKind;
  readonly pid: number;
}

export interface DataDirectoryLock {
  readonly release: () => Promise<void>;
}

/** A process that dies inside the gate leaves it closed. After this time other processes open it, ms. */
const GATE_STALE_MS = 5_000;

/**
 * Maximum time of a holder to respond, ms. This is shorter than the time of the gate, which the asking process holds
 * meanwhile.
 */
const HOLDER_TIMEOUT_MS = 4_000;

/** Maximum wait at the gate, ms. No running process keeps it closed for longer. */
const GATE_TIMEOUT_MS = 30_000;

/**
 * Errors that mean there is no holder: no socket, no listener on the socket, or a holder that ended before it
 * responded.
 */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ECONNRESET', 'EPIPE']);

/**
 * Claims a data directory for this process, or reports the holder.
 *
 * The holder listens on a socket in the directory for as long as it lives. The kernel closes that socket with the
 * process, however the process ends, so no stale lock can keep a directory closed, and no process numbers are
 * compared. While a process claims the directory, a subdirectory is the gate that keeps other processes from removing
 * its socket.
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

/** Returns the living holder; null if no process listens, or if the holder is just ending. */
async function askHolder(socketPath: string): Promise<Holder | null> {
  const socket = connect(socketPath);
  socket.setTimeout(HOLDER_TIMEOUT_MS, () =>
    socket.destroy(new Error('the process that holds it does not answer')),
  );
  try {
    return JSON.parse(await text(socket)) as Holder;
  } catch (error) {
    // A holder that ends while it responds sends a part of its response, and no longer holds the directory.
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
