import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, QueryFailedError, QueryRunner } from 'typeorm';
import { describeWait, lockWaitOf } from './lock-holders.js';
import type { SchemaWork } from './schema-work.js';

/**
 * Maximum time that a statement waits for a lock, ms. During this time, statements of running instances that need the
 * same table wait behind this statement. Some locks, such as the lock of pg_dump, are held for hours. Without the
 * limit, all these statements would wait for hours.
 */
const LOCK_TIMEOUT_MS = 2_000;

/** Makes settings of a transaction apply to the nodes of a cluster as well. Has no effect on other servers. */
const LOCK_TIMEOUT_ON_NODES = `SET LOCAL citus.propagate_set_commands TO 'local'`;

/** Interval at which another connection checks for which lock a transaction waits, ms. */
const LOOK_EVERY_MS = 500;

/** The first and the longest pause between two attempts, ms. During a pause, no other statement has to wait. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** SQLSTATEs of a refused lock: lock_timeout has passed, or the wait was part of a deadlock. */
const LOCK_REFUSED = new Set(['55P03', '40P01']);

/** The result of a transaction, or a description of the missing lock and its holder. */
type Outcome<Result> = { readonly result: Result } | { readonly missing: string };

/**
 * Runs a transaction that needs locks which other processes may hold for long. If an attempt does not get its locks, it
 * is rolled back and repeated after a pause, for as long as needed. The data source needs two connections.
 * @param what name of the work, which begins the sentences of the log
 */
export async function runWhenLocksAllow<Result>(
  dataSource: DataSource,
  what: string,
  { notify, signal }: SchemaWork,
  run: (runner: QueryRunner) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const outcome = await tryTransaction(dataSource, run);
    if ('result' in outcome) {
      if (attempt > 1) notify?.(`${what} goes on: attempt ${attempt} got its locks.`);
      return outcome.result;
    }
    if (isReported(attempt)) notify?.(`${what} waits for ${outcome.missing} (attempt ${attempt}).`);
    await delay(pauseAfter(attempt), undefined, { signal });
  }
}

/**
 * Runs a transaction that waits only briefly for each lock. If the transaction does not get a lock, it is rolled back.
 */
export async function tryTransaction<Result>(
  dataSource: DataSource,
  run: (runner: QueryRunner) => Promise<Result>,
): Promise<Outcome<Result>> {
  const runner = dataSource.createQueryRunner();
  let missing = 'a lock';
  let isOver = false;
  const look = async (pid: number) => {
    for (;;) {
      await delay(LOOK_EVERY_MS, undefined, { ref: false });
      if (isOver) return;
      missing = describeWait(await lockWaitOf(dataSource, pid)) ?? missing;
    }
  };
  try {
    await runner.startTransaction();
    await runner.query(LOCK_TIMEOUT_ON_NODES);
    await runner.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const [{ pid }] = (await runner.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
    // The holder of the lock is only needed for the log, so errors are ignored.
    look(pid).catch(() => undefined);
    const result = await run(runner);
    await runner.commitTransaction();
    return { result };
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    if (isLockRefused(error)) return { missing };
    throw error;
  } finally {
    isOver = true;
    await runner.release();
  }
}

const isLockRefused = (error: unknown): boolean =>
  error instanceof QueryFailedError && LOCK_REFUSED.has(String(error.driverError.code));

/** Reports attempts 1, 2, 4 and 8, and then about every three minutes. */
const isReported = (attempt: number): boolean => attempt % 8 === 0 || [1, 2, 4].includes(attempt);

/**
 * Returns the pause after an attempt, ms. A random part makes instances that start together retry at different times.
 */
const pauseAfter = (attempt: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
