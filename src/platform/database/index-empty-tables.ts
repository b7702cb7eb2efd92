import { DataSource } from 'typeorm';
import { creationOf } from './build-index.js';
import { indexState } from './ensure-indexes.js';
import { INDEXES } from './indexes.js';
import { isNotAllowed } from './is-not-allowed.js';
import { tryTransaction } from './lock-wait.js';

/**
 * Creates the indexes of tables without rows, so that a new database is complete at once. Leaves tables that are in
 * use, or that belong to another role, to `ensureIndexes`.
 */
export async function indexEmptyTables(dataSource: DataSource, indexes = INDEXES): Promise<void> {
  const { missing } = await indexState(dataSource, { indexes, obsolete: [] });
  for (const index of missing) {
    const filled = await dataSource.query<unknown[]>(`SELECT FROM ${index.table} LIMIT 1`);
    if (filled.length > 0) continue;
    await tryTransaction(dataSource, async (runner) => {
      // Instances that start at the same time wait for each other.
      await runner.query(`LOCK TABLE ${index.table} IN SHARE ROW EXCLUSIVE MODE`);
      await runner.query(creationOf(index));
    }).catch(unlessNotAllowed);
  }
}

function unlessNotAllowed(error: unknown): void {
  if (!isNotAllowed(error)) throw error;
}
