import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import {
  conditionOf,
  createConcurrently,
  dropConcurrently,
  dropObsolete,
  isBuilding,
} from './build-index.js';
import { INDEXES, type Index, OBSOLETE_INDEXES } from './indexes.js';
import type { SchemaWork } from './schema-work.js';

/**
 * SQLSTATEs of conflicts between instances that change the same index at the same time: a deadlock, or an index that
 * another instance has created or dropped.
 */
const RACES = new Set(['40P01', '23505', '42P07', '42704']);

/**
 * Messages of a conflict: an index becomes valid while it is dropped. The SQLSTATE does not identify this conflict,
 * because internal errors have the same SQLSTATE.
 */
const LOST_RACES = new Set(['tuple concurrently updated', 'tuple concurrently deleted']);

const POLL_MS = 500;
const MAX_ATTEMPTS = 20;
const MAX_PAUSE_MS = 1_000;

export interface IndexLists {
  readonly indexes?: readonly Index[];
  readonly obsolete?: readonly string[];
}

/** Remaining work: indexes that are missing or not valid, and names of obsolete indexes that still exist. */
export interface IndexState {
  readonly missing: readonly Index[];
  readonly obsolete: readonly string[];
}

export async function indexState(
  dataSource: DataSource,
  { indexes = INDEXES, obsolete = OBSOLETE_INDEXES }: IndexLists = {},
): Promise<IndexState> {
  const rows = await dataSource.query<{ name: string; isValid: boolean }[]>(
    `SELECT indexrelid::regclass::text AS name, indisvalid AS "isValid" FROM pg_index
     WHERE indexrelid = ANY (SELECT to_regclass(name) FROM unnest($1::text[]) AS name)`,
    [[...indexes.map(({ name }) => name), ...obsolete]],
  );
  const present = new Map(rows.map(({ name, isValid }) => [name, isValid]));
  return {
    missing: indexes.filter(({ name }) => !present.get(name)),
    obsolete: obsolete.filter((name) => present.has(name)),
  };
}

/**
 * Builds missing indexes, and then drops obsolete indexes, while the service is used. Any number of instances may call
 * this at the same time: an instance waits if another instance is building an index. The data source needs two
 * connections. A build that the signal ends is started again by the next call.
 */
export async function ensureIndexes(
  dataSource: DataSource,
  lists: IndexLists = {},
  work: SchemaWork = {},
): Promise<void> {
  const { missing, obsolete } = await indexState(dataSource, lists);
  for (const index of missing) await build(dataSource, index, work);
  for (const name of obsolete)
    await untilDone(work, `The index ${name} is not dropped`, async () => {
      if ((await indexState(dataSource, { indexes: [], obsolete: [name] })).obsolete.length === 0)
        return true;
      await dropObsolete(dataSource, name, work);
      return false;
    });
}

async function build(dataSource: DataSource, index: Index, work: SchemaWork): Promise<void> {
  const { name, table } = index;
  const { notify, signal } = work;
  const start = performance.now();
  notify?.(`The index ${name} on ${table} is missing. It is being built; requests may be slow until then.`);
  await untilDone(work, `The index ${name} is not built`, async () => {
    while (await isBuilding(dataSource, table)) await delay(POLL_MS, undefined, { signal });
    const { missing } = await indexState(dataSource, { indexes: [index], obsolete: [] });
    if (missing.length === 0) return true;
    const condition = await conditionOf(dataSource, index, work);
    if (condition === 'leftover') await dropConcurrently(dataSource, name, signal);
    if (condition === 'absent') await createConcurrently(dataSource, index, signal);
    return false;
  });
  notify?.(
    `The index ${name} on ${table} is valid after ${Math.round((performance.now() - start) / 1_000)} s.`,
  );
}

/** Repeats a step until it is done. A concurrent instance may make the step fail, or may do the work first. */
async function untilDone(
  { signal }: SchemaWork,
  failure: string,
  step: () => Promise<boolean>,
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    signal?.throwIfAborted();
    try {
      if (await step()) return;
    } catch (error) {
      if (!isRace(error)) throw error;
      await delay(Math.random() * MAX_PAUSE_MS, undefined, { signal });
    }
  }
  throw new Error(`${failure} after ${MAX_ATTEMPTS} attempts.`);
}

const isRace = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && RACES.has(String(error.code))) || LOST_RACES.has(error.message));
