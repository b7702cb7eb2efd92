import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { runCancellable } from './cancellable.js';
import type { Index } from './indexes.js';
import { lockWaitOf } from './lock-holders.js';
import { runWhenLocksAllow } from './lock-wait.js';
import type { SchemaWork } from './schema-work.js';

/** A build releases its lock just before it commits. */
const COMMIT_MS = 200;

/** A build that has not got the lock of its table after this time waits for another one. */
const LOCKED_AFTER_MS = 1_000;

const target = ({ table, method, columns }: Index): string =>
  `${table}${method ? ` USING ${method}` : ''} (${columns})`;

const kindOf = ({ isUnique }: Index): string => (isUnique ? 'UNIQUE INDEX' : 'INDEX');

/** For a table that nobody else uses: it is locked until the end. */
export const creationOf = (index: Index): string =>
  `CREATE ${kindOf(index)} IF NOT EXISTS ${index.name} ON ${target(index)}`;

/** Whether another connection builds an index of a table. On a cluster a build holds no lock while it is on the nodes. */
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
 * Builds an index while its table is used. It gives up, without an error, while another build has the table: that one would
 * at its end wait for this one, a deadlock that may cost it hours of work.
 */
export async function createConcurrently(
  dataSource: DataSource,
  index: Index,
  signal?: AbortSignal,
): Promise<void> {
  const behind = new AbortController();
  const statement = `CREATE ${kindOf(index)} CONCURRENTLY IF NOT EXISTS ${index.name} ON ${target(index)}`;
  const ended = AbortSignal.any([behind.signal, ...(signal ? [signal] : [])]);
  let check: NodeJS.Timeout | undefined;
  try {
    await runCancellable(dataSource, ended, async (runner, processId) => {
      const giveWay = async () => {
        const blockers = await lockWaitOf(dataSource, processId);
        if (blockers.some(({ lock }) => lock === 'relation')) behind.abort();
      };
      check = setTimeout(() => void giveWay().catch(() => undefined), LOCKED_AFTER_MS);
      await runner.query(statement);
    });
  } catch (error) {
    if (signal?.aborted || !behind.signal.aborted) throw error;
  } finally {
    clearTimeout(check);
  }
}

/**
 * Drops what an interrupted build has left. A build that is still running looks the same, but holds this lock: waiting for it
 * takes no snapshot, which the build in turn would wait for.
 */
export async function dropLeftover(
  dataSource: DataSource,
  { name, table }: Index,
  work: SchemaWork,
): Promise<void> {
  await runWhenLocksAllow(dataSource, `The index ${name}`, work, async (runner) => {
    await lockOutBuilds(runner, table);
    const isLeftover = async () => {
      const rows = (await runner.query(
        'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
        [name],
      )) as unknown[];
      return rows.length > 0 && !(await isBuilding(runner, table));
    };
    if (!(await isLeftover())) return;
    await delay(COMMIT_MS);
    // On a cluster some nodes may have it and others not.
    if (await isLeftover()) await runner.query(`DROP INDEX IF EXISTS ${name}`);
  });
}

/**
 * Drops an index while its table is used, once no build is under way there. Like a build it waits for transactions that use
 * the table, and nobody waits for it.
 */
export async function dropObsolete(dataSource: DataSource, name: string, work: SchemaWork): Promise<void> {
  const [index] = await dataSource.query<{ table: string }[]>(
    'SELECT indrelid::regclass::text AS "table" FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  );
  if (!index) return;
  await runWhenLocksAllow(dataSource, `The drop of the index ${name}`, work, (runner) =>
    lockOutBuilds(runner, index.table),
  );
  await runCancellable(dataSource, work.signal, (runner) =>
    runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`),
  );
}

/** A build has this lock of its table, and so has whatever else must not run beside one. */
async function lockOutBuilds(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`LOCK TABLE ${table} IN SHARE UPDATE EXCLUSIVE MODE`);
}
