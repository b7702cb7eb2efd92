import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, EntityManager, QueryFailedError } from 'typeorm';
import { INDEXES, type Index } from './indexes.js';
import { isNotAllowed } from './is-not-allowed.js';
import { tryTransaction } from './lock-wait.js';

/**
 * SQLSTATEs of what two instances that build the same index at the same time do to each other: a deadlock, and an index that
 * has appeared in the meantime.
 */
const RACES = new Set(['40P01', '23505', '42P07']);

/** The same where an index becomes valid while it is dropped; its SQLSTATE is that of any internal error. */
const LOST_RACE = 'tuple concurrently updated';

/** A build releases its lock just before it commits. */
const COMMIT_MS = 200;
const POLL_MS = 100;
const MOST_ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Indexes the tables that have no rows, so that a new database is complete at once. A table that others use just then, or
 * that belongs to another role, is left to `ensureIndexes`.
 */
export async function indexEmptyTables(dataSource: DataSource, indexes = INDEXES): Promise<void> {
  for (const { name, table, columns } of await missingOf(dataSource, indexes)) {
    const filled = await dataSource.query<unknown[]>(`SELECT FROM ${table} LIMIT 1`);
    if (filled.length > 0) continue;
    await tryTransaction(dataSource, async (runner) => {
      // Instances that start at the same time take turns.
      await runner.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
      await runner.query(`CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${columns})`);
    }).catch(unlessNotAllowed);
  }
}

/**
 * Builds the indexes that are missing, while the service is used. Any number of instances may do so at the same time: who
 * finds an index that another one is building waits for it.
 */
export async function ensureIndexes(dataSource: DataSource, indexes = INDEXES): Promise<void> {
  const missing = await missingOf(dataSource, indexes);
  for (const index of missing) await build(dataSource, index);
}

const statementFor = ({ name, table, columns }: Index): string =>
  `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${table} (${columns})`;

async function build(dataSource: DataSource, index: Index): Promise<void> {
  for (let attempt = 1; (await missingOf(dataSource, [index])).length > 0; attempt += 1) {
    try {
      while (await isBuilding(dataSource, index)) await delay(POLL_MS);
      await dropLeftover(dataSource, index);
      await dataSource.query(statementFor(index));
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isRace(error)) throw error;
      await delay(Math.random() * LONGEST_PAUSE_MS);
    }
  }
}

/** Whether another connection builds an index. On a cluster a build holds no lock of the table while it is on the nodes. */
async function isBuilding(database: DataSource | EntityManager, index: Index): Promise<boolean> {
  const rows = await database.query<unknown[]>(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND query = $1`,
    [statementFor(index)],
  );
  return rows.length > 0;
}

/**
 * Drops what an interrupted build has left. A build that is still running looks the same, but holds this lock: waiting for it
 * takes no snapshot, which the build in turn would wait for.
 */
async function dropLeftover(dataSource: DataSource, index: Index): Promise<void> {
  const { name, table } = index;
  await dataSource.transaction(async (transaction) => {
    await transaction.query(`LOCK TABLE ${table} IN SHARE UPDATE EXCLUSIVE MODE`);
    const isLeftover = async () => {
      const rows = await transaction.query<unknown[]>(
        'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
        [name],
      );
      return rows.length > 0 && !(await isBuilding(transaction, index));
    };
    if (!(await isLeftover())) return;
    await delay(COMMIT_MS);
    // On a cluster some nodes may have it and others not.
    if (await isLeftover()) await transaction.query(`DROP INDEX IF EXISTS ${name}`);
  });
}

async function missingOf(database: DataSource, indexes: readonly Index[]): Promise<Index[]> {
  const rows: { name: string }[] = await database.query(
    `SELECT indexrelid::regclass::text AS name FROM pg_index
     WHERE indexrelid = ANY (SELECT to_regclass(name) FROM unnest($1::text[]) AS name) AND indisvalid`,
    [indexes.map(({ name }) => name)],
  );
  const valid = new Set(rows.map(({ name }) => name));
  return indexes.filter(({ name }) => !valid.has(name));
}

const isRace = (error: unknown): boolean =>
  error instanceof QueryFailedError &&
  (RACES.has(String(error.driverError.code)) || error.message === LOST_RACE);

function unlessNotAllowed(error: unknown): void {
  if (!isNotAllowed(error)) throw error;
}
