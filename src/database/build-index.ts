import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { abortWith } from '../concurrency/abort-with.js';
import { runCancellable } from './connection/cancellable.js';
import type { Index } from './indexes.js';
import { lockWaitOf } from './lock-holders.js';
import { runWhenLocksAllow } from './lock-wait.js';
import type { SchemaWork } from './schema-work.js';

/** A build releases its lock just before it commits, so the commit may still be in progress. */
const COMMIT_MS = 200;

/** A statement that does not get the lock of its table within this time is waiting for a build. */
const LOCKED_AFTER_MS = 1_000;

const target = ({ table, method, columns }: Index): string =>
  `${table}${method ? ` USING ${method}` : ''} (${columns})`;

const kindOf = ({ isUnique }: Index): string => (isUnique ? 'UNIQUE INDEX' : 'INDEX');

/** Statement for a table that nobody else uses, because it locks the table until the end. */
export const creationOf = (index: Index): string =>
  `CREATE ${kindOf(index)} IF NOT EXISTS ${index.name} ON ${target(index)}`;

/**
 * Returns whether another connection builds an index of a table. On a cluster, a build holds no lock while it runs on
 * the nodes.
 */
export async function isBuilding(
  database: DataSource | EntityManager | QueryRunner,
  table: string,
): Promise<boolean> {
  const rows = (await database.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'
       AND query ~ ('^CREATE (UNIQUE )?INDEX CONCURRENTLY .* ON ' || $1 || ' ')`,
    [table],
  )) as unknown[];
  return rows.length > 0;
}

/**
 * Builds an index while its table is used. If another build had locked the table, the index does not exist afterwards.
 */
export const createConcurrently = (
  dataSource: DataSource,
  index: Index,
  signal?: AbortSignal,
): Promise<void> =>
  runBesideUse(
    dataSource,
    `CREATE ${kindOf(index)} CONCURRENTLY IF NOT EXISTS ${index.name} ON ${target(index)}`,
    signal,
  );

/** A leftover is the result of an interrupted build. */
export type IndexCondition = 'valid' | 'being built' | 'leftover' | 'absent';

/**
 * Returns the condition of an index while no build of its table is running. A running build looks like an interrupted
 * one, but holds the lock.
 */
export function conditionOf(
  dataSource: DataSource,
  { name, table }: Index,
  work: SchemaWork,
): Promise<IndexCondition> {
  return runWhenLocksAllow(dataSource, `The index ${name}`, work, async (runner) => {
    const look = async (): Promise<IndexCondition> => {
      const [index] = (await runner.query(
        'SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)',
        [name],
      )) as { isValid: boolean }[];
      if (!index) return 'absent';
      if (index.isValid) return 'valid';
      return (await isBuilding(runner, table)) ? 'being built' : 'leftover';
    };
    await lockOutBuilds(runner, table);
    if ((await look()) === 'leftover') await delay(COMMIT_MS);
    return look();
  });
}

/** Drops an obsolete index when no build of its table is running. */
export async function dropObsolete(dataSource: DataSource, name: string, work: SchemaWork): Promise<void> {
  const [index] = await dataSource.query<{ table: string }[]>(
    'SELECT indrelid::regclass::text AS "table" FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  );
  if (!index) return;
  await runWhenLocksAllow(dataSource, `The drop of the index ${name}`, work, (runner) =>
    lockOutBuilds(runner, index.table),
  );
  await dropConcurrently(dataSource, name, work.signal);
}

/** On a cluster some nodes may have the index and others not. */
export const dropConcurrently = (dataSource: DataSource, name: string, signal?: AbortSignal): Promise<void> =>
  runBesideUse(dataSource, `DROP INDEX CONCURRENTLY IF EXISTS ${name}`, signal);

/**
 * Waits for the lock of a table that a build holds; everything that must not run beside a build takes this lock.
 * Waiting here takes no snapshot, for which a build would have to wait at its end.
 */
async function lockOutBuilds(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`LOCK TABLE ${table} IN SHARE UPDATE EXCLUSIVE MODE`);
}

/**
 * Runs a statement that waits for the transactions that use its table, while nothing waits for the statement. It gives
 * up, without an error, behind a build that has just begun: that build would wait for the statement in turn, and the
 * deadlock may cost hours of work.
 */
async function runBesideUse(dataSource: DataSource, statement: string, signal?: AbortSignal): Promise<void> {
  const ending = new AbortController();
  const unlink = signal && abortWith(ending, signal);
  let isBehind = false;
  let check: NodeJS.Timeout | undefined;
  try {
    await runCancellable(dataSource, ending.signal, async (runner, processId) => {
      const giveWay = async () => {
        const blockers = await lockWaitOf(dataSource, processId);
        isBehind = blockers.some(({ lock }) => lock === 'relation');
        if (isBehind) ending.abort();
      };
      check = setTimeout(() => void giveWay().catch(() => undefined), LOCKED_AFTER_MS);
      await runner.query(statement);
    });
  } catch (error) {
    if (signal?.aborted || !isBehind) throw error;
  } finally {
    clearTimeout(check);
    unlink?.();
  }
}
