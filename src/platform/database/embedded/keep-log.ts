import { setTimeout as delay } from 'node:timers/promises';
import type { PgliteServer } from './pglite-server.js';

/** Interval at which the size of the log is compared with its limit, ms. */
const LOOK_EVERY_MS = 1_000;

/** Size of the log that a start after a crash would have to read, bytes. */
const SELECT_SIZE = 'SELECT pg_current_wal_insert_lsn() - redo_lsn FROM pg_control_checkpoint()';

/**
 * Keeps the write-ahead log within its limit. The embedded database has no checkpointer: without a checkpoint, it would
 * keep the whole log until it is closed. A checkpoint waits until no transaction is open, so the log of one transaction
 * may exceed the limit.
 * @param logMb limit of the log. A checkpoint keeps files up to this size, and half of it is used between two checkpoints
 */
export function keepLog(server: PgliteServer, logMb: number): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async () => {
    while (!signal.aborted) {
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const size = Number(await server.run(SELECT_SIZE));
      if (size > (logMb / 2) * 2 ** 20) await server.run('CHECKPOINT');
    }
  };
  const kept = keep();
  return {
    stop: async () => {
      stopping.abort();
      await kept;
    },
  };
}
