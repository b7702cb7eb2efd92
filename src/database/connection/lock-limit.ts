import type { ClientBase } from 'pg';

/**
 * Maximum wait of a statement in a request's transaction for a lock, ms. Writers of one session wait for each other in
 * the process, so a wait in the database is a wait for another instance.
 */
export const LOCK_WAIT_MS = 3_000;

/** The statement that TypeORM sends. */
const BEGIN = 'START TRANSACTION';

/**
 * Limits how long transactions of a connection wait for a lock. The limit is part of the transaction, so it leaves
 * nothing behind in a connection of a pooler and costs no round trip. A Citus cluster passes it on to its nodes;
 * elsewhere that setting has no effect.
 */
export function limitLockWaits(client: ClientBase, waitMs: number): void {
  const begin = `${BEGIN}; SET LOCAL citus.propagate_set_commands TO 'local'; SET LOCAL lock_timeout = ${waitMs}`;
  const { prototype } = client.constructor as { prototype: { query: (...args: unknown[]) => unknown } };
  // The method is looked up at each call, because recordings of statements replace it.
  const limited = (first: unknown, ...rest: unknown[]) =>
    prototype.query.call(client, first === BEGIN ? begin : first, ...rest);
  Object.assign(client, { query: limited });
}
