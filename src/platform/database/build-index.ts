import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { abortWith } from '../../shared/concurrency/abort-with.js';
import { runCancellable } from './connection/cancellable.js';
import type { Index } from './indexes.js';
import { lockWaitOf } from './lock-holders.js';
import { runWhenLocksAllow } from './lock-wait.js';
import type { SchemaWork } from './schema-work.js';

/**
 * Time to wait for a commit, ms. A build releases its lock just before it commits, so the commit may still be in
 * progress.
 */
const COMMIT_MS = 200;

/** If a statement has waited for the lock of its table for this time, ms, it counts as waiting for a build. */
const LOCKED_AFTER_MS = 1_000;

const target = ({ table, method, columns, where }: Index): string =>
  `${table}${method ? ` USING ${method}` : ''} (${columns})${where ? ` WHERE ${where}` : ''}`;

const kindOf = ({ isUnique }: Index): string => (isUnique ? 'UNIQUE INDEX' : 'INDEX');

/**
 * Returns a statement that builds an index. The statement locks the table until it ends, so the table must not be in
 * use.
 */
export const creationOf = (index: Index): string =>
  `CREATE ${kindOf(index)} IF NOT EXISTS ${index.name} ON ${target(index)}`;

/**
 * Returns whether another connection builds an index of a table. On a cluster, the lock of the table is not enough to
 * find out, because a build holds no lock while it runs on the nodes.
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
 * Builds an index while its table is used. Gives up without an error if another build of the table holds the lock, so
 * the index may not exist afterwards.
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

/** Condition of an index. A leftover is the result of an interrupted build. */
export type IndexCondition = 'valid' | 'being built' | 'leftover' | 'absent';

/**
 * Returns the condition of an index while no build of its table is running. Waits for a running build, because its
 * unfinished index looks like a leftover.
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

/**
 * Drops an index while its table is used. IF EXISTS is needed because on a cluster, some nodes may have the index and
 * others not.
 */
export const dropConcurrently = (dataSource: DataSource, name: string, signal?: AbortSignal): Promise<void> =>
  runBesideUse(dataSource, `DROP INDEX CONCURRENTLY IF EXISTS ${name}`, signal);

/**
 * Waits for the lock that a build of the table holds. All work that must not run beside a build takes this lock. The
 * wait takes no snapshot, because a build waits for older snapshots at its end.
 */
async function lockOutBuilds(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`LOCK TABLE ${table} IN SHARE UPDATE EXCLUSIVE MODE`);
}

/**
 * Runs a CONCURRENTLY statement, which waits for the transactions that use its table without blocking other statements.
 * Gives up without an error if another build of the table has just begun. Otherwise that build and this statement would
 * wait for each other, and the deadlock may cost hours of work.
 */
async function runBesideUse(dataSource: DataSource, statement: string, signal?: AbortSignal): Promise<void> {
  const ending = new AbortController();
  const unlink = signal && abortWith(ending, signal);
  let isBehind = false;
  let check: NodeJS.Timeout | undefined;
  try {
    await runCancellable(dataSource, ending.signal, async (client, processId) => {
      const giveWay = async () => {
        const blockers = await lockWaitOf(dataSource, processId);
        isBehind = blockers.some(({ lock }) => lock === 'relation');
        if (isBehind) ending.abort();
      };
      check = setTimeout(() => void giveWay().catch(() => undefined), LOCKED_AFTER_MS);
      await client.query(statement);
    });
  } catch (error) {
    if (signal?.aborted || !isBehind) throw error;
  } finally {
    clearTimeout(check);
    unlink?.();
  }
}
