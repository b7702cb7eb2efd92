import type { ClientBase } from 'pg';

/**
 * Maximum time that a statement in a request's transaction waits for a lock, ms. Writers of one session wait for each
 * other in the process, so a statement waits only for writers of other instances.
 */
export const LOCK_WAIT_MS = 3_000;

/** The statement with which TypeORM begins a transaction. */
const BEGIN = 'START TRANSACTION';

/**
 * Limits the time that transactions of a connection wait for a lock. The limit is set within the transaction, so it
 * costs no round trip and does not remain in a pooler's connection. A Citus cluster passes the limit on to its nodes.
 * The setting that makes a cluster do so has no effect on other servers.
 */
export function limitLockWaits(client: ClientBase, waitMs: number): void {
  const begin = `${BEGIN}; SET LOCAL citus.propagate_set_commands TO 'local'; SET LOCAL lock_timeout = ${waitMs}`;
  const { prototype } = client.constructor as { prototype: { query: (...args: unknown[]) => unknown } };
  // The method is looked up at each call, because code that records statements replaces the method.
  const limited = (first: unknown, ...rest: unknown[]) =>
    prototype.query.call(client, first === BEGIN ? begin : first, ...rest);
  Object.assign(client, { query: limited });
}
