import pg from 'pg';
import type { DataSource } from 'typeorm';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { isWorthAnalysing } from './change-counts.js';

/** Maximum time to wait for the lock of a table, ms. */
const LOCK_TIMEOUT_MS = 2_000;

/**
 * Analyses tables to which an import has added rows, if these are a large part of the first table. Without this, the
 * planner would expect the tables to be as small as before until autovacuum analyses them, if it is on. A table that
 * cannot be analysed is only read more slowly, so a failure is only reported.
 * @param added number of new rows of the first table
 */
export async function analyseFilled(
  dataSource: DataSource,
  tables: readonly [string, ...string[]],
  added: number,
  notify: (sentence: string) => void,
): Promise<void> {
  try {
    const [{ rows }] = await dataSource.query<[{ rows: number }]>(
      'SELECT greatest(reltuples, 0)::float8 AS rows FROM pg_class WHERE oid = to_regclass($1)',
      [tables[0]],
    );
    if (!isWorthAnalysing(added, rows)) return;
    await dataSource.transaction(async (transaction) => {
      await transaction.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      for (const table of tables) await transaction.query(`ANALYZE ${pg.escapeIdentifier(table)}`);
    });
  } catch (error) {
    const names = tables.length === 1 ? `table ${tables[0]} was` : `tables ${tables.join(', ')} were`;
    notify(`The ${names} not analysed after an import, so requests may be slow: ${sentenceOf(error)}`);
  }
}
