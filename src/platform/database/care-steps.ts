import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { TableFacts } from './change-counts.js';

/** Kinds of steps with which the embedded database is looked after. */
export const CARE_STEPS = ['analyze', 'vacuum', 'freeze', 'checkpoint'] as const;
export type CareStep = (typeof CARE_STEPS)[number];

export interface DatabaseFacts {
  readonly tables: readonly TableFacts[];
  /** Age of the oldest transaction that is not frozen, in transactions. */
  readonly age: number;
  /** Position of the end of the write-ahead log, bytes. */
  readonly position: number;
  /** Position of the last checkpoint. */
  readonly checkpoint: number;
}

const SELECT_TABLES = `
  SELECT s.relname AS name, greatest(c.reltuples, 0)::float8 AS rows, s.n_mod_since_analyze::float8 AS changed,
    s.n_dead_tup::float8 AS dead, (pg_relation_size(c.oid) / 8192)::float8 AS pages
  FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid WHERE s.schemaname = 'public' ORDER BY s.relname`;

const SELECT_DATABASE = `
  SELECT age(datfrozenxid)::float8 AS age, (pg_current_wal_insert_lsn() - '0/0')::float8 AS position,
    (redo_lsn - '0/0')::float8 AS checkpoint
  FROM pg_database, pg_control_checkpoint() WHERE datname = current_database()`;

/** The backend of the embedded database never becomes idle, so it adds its counts only if it is told to. */
const ADD_COUNTS = 'SELECT pg_stat_force_next_flush()';

export async function factsOf(dataSource: DataSource): Promise<DatabaseFacts> {
  await dataSource.query(ADD_COUNTS);
  const tables = await dataSource.query<TableFacts[]>(SELECT_TABLES);
  const [database] = await dataSource.query<[Omit<DatabaseFacts, 'tables'>]>(SELECT_DATABASE);
  return { ...database, tables };
}

/**
 * Statistics target, which determines the size of the sample: at most 7,500 pages. The default reads four times as many
 * pages of a large table, while all other work waits.
 */
const SAMPLE_TARGET = 25;

export async function analyseTable(dataSource: DataSource, name: string): Promise<void> {
  await dataSource.transaction(async (transaction) => {
    await transaction.query(`SET LOCAL default_statistics_target = ${SAMPLE_TARGET}`);
    await transaction.query(`ANALYZE ${pg.escapeIdentifier(name)}`);
  });
}

/** Number of pages from which on a table is large: 64 MB. */
const LARGE_PAGES = 8_192;

/** Number of pages that one statement prunes: 8 MB. */
const PAGES_OF_PART = 1_024;

/**
 * Frees the space of the dead rows of a table. A large table is first pruned in parts, which is most of the work: a read
 * of a page removes its dead rows. The statement that is left waits for a quiet moment.
 * @returns false if the signal ended the work
 */
export async function vacuumTable(
  dataSource: DataSource,
  { name, pages }: TableFacts,
  { signal, quietMoment }: { readonly signal: AbortSignal; readonly quietMoment: () => Promise<void> },
): Promise<boolean> {
  const table = pg.escapeIdentifier(name);
  if (pages >= LARGE_PAGES) {
    for (let page = 0; page < pages && !signal.aborted; page += PAGES_OF_PART)
      await withRest(signal, () => dataSource.query(pruning(table, page)));
    await quietMoment();
  }
  if (signal.aborted) return false;
  await dataSource.query(`VACUUM ${table}`);
  return true;
}

const pruning = (table: string, page: number): string => `
  SELECT count(*) FROM ${table} WHERE ctid >= '(${page},0)' AND ctid < '(${page + PAGES_OF_PART},0)'`;

/** Pauses for as long as the work took, so that requests have at least half of the database's time. */
async function withRest(signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  await delay(performance.now() - start, undefined, { signal }).catch(() => undefined);
}

const SELECT_OLDEST = `
  SELECT format('%I.%I', relnamespace::regnamespace::text, relname) AS name FROM pg_class
  WHERE relkind IN ('r', 'm') ORDER BY greatest(age(relfrozenxid),
    (SELECT age(t.relfrozenxid) FROM pg_class t WHERE t.oid = pg_class.reltoastrelid)) DESC LIMIT 1`;

/** Freezes the table with the oldest transactions. */
export async function freezeOldest(dataSource: DataSource): Promise<void> {
  const [{ name }] = await dataSource.query<[{ name: string }]>(SELECT_OLDEST);
  await dataSource.query(`VACUUM (FREEZE) ${name}`);
}
