import type { DataSource } from 'typeorm';
import { byCommand } from '../../audit/author.js';
import { recordChange } from '../../audit/record-change.js';
import { LOCK_NAMESPACE } from '../../database/migrate.js';
import { WORKSPACE_LOCK, findWorkspace } from './find-workspace.js';
import { tenantTables } from './tenant-tables.js';
import type { RowCounts } from './workspace-file.js';

/**
 * Removes all rows of a workspace from all tables, its keys and its audit log too. What is left is its name, which running
 * instances may have cached, and one entry in its audit log: when it was erased and how many rows it had.
 * @returns the number of rows of each table
 * @throws Error with a sentence for the operator
 */
export async function eraseWorkspace(dataSource: DataSource, name: string): Promise<RowCounts> {
  return dataSource.transaction(async (transaction) => {
    await transaction.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_NAMESPACE, WORKSPACE_LOCK]);
    const { id: workspaceId } = await findWorkspace(transaction, name);
    const counts: RowCounts = {};
    for (const table of (await tenantTables(transaction)).toReversed()) {
      const [, removed] = await transaction.query<[unknown, number]>(
        `DELETE FROM ${table.name} WHERE workspace_id = $1`,
        [workspaceId],
      );
      counts[table.name] = removed;
    }
    const count = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
    const caller = { ...byCommand('cli'), workspaceId };
    await recordChange(transaction, caller, { action: 'workspace.erase', resourceId: workspaceId, count });
    return counts;
  });
}

/** How many rows that would remove from each table. */
export async function rowsOfWorkspace(dataSource: DataSource, name: string): Promise<RowCounts> {
  const { id } = await findWorkspace(dataSource.manager, name);
  const counts: RowCounts = {};
  for (const table of (await tenantTables(dataSource.manager)).toReversed()) {
    const [{ count }] = await dataSource.query<[{ count: number }]>(
      `SELECT count(*) AS count FROM ${table.name} WHERE workspace_id = $1`,
      [id],
    );
    counts[table.name] = count;
  }
  return counts;
}
