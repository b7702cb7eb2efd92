import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { byCommand } from '../../platform/audit/author.js';
import { recordChange } from '../../platform/audit/record-change.js';
import { ApiKey } from '../../platform/auth/api-key.entity.js';
import { KEY_CACHED_MS } from '../../platform/auth/authenticator.js';
import { Workspace } from '../../platform/auth/workspace.entity.js';
import { isForeignKeyViolation } from '../../platform/database/foreign-key-violation.js';
import { LOCK_NAMESPACE } from '../../platform/database/migrate.js';
import { WORKSPACE_LOCK, findWorkspace } from './find-workspace.js';
import { tenantTables } from './tenant-tables.js';
import type { RowCounts } from './workspace-file.js';

/**
 * After a workspace is marked as erased, instances may still accept its keys and tokens, and finish its requests, for
 * this time, ms.
 */
const LAST_REQUESTS_MS = KEY_CACHED_MS + 1_000;

/** Maximum number of attempts to remove the rows while requests of the workspace interfere. */
const ATTEMPTS = 10;

/**
 * Removes all rows of a workspace from all tables, including its keys and its audit log. First marks the workspace as
 * erased and removes its keys, so that its keys and tokens are refused. Removes the other rows when no instance accepts
 * the keys and tokens any more. Two things remain: the name of the workspace, because running instances may have cached
 * it, and one entry in its audit log with the time of the erasure and the number of rows.
 * @param lastRequestsMs time to wait after the workspace is marked, ms
 * @returns the number of rows of each table
 * @throws Error with a sentence for the operator
 */
export async function eraseWorkspace(
  dataSource: DataSource,
  name: string,
  lastRequestsMs = LAST_REQUESTS_MS,
): Promise<RowCounts> {
  const { id } = await findWorkspace(dataSource.manager, name);
  const keys = await dataSource.transaction(async (transaction) => {
    await markErased(transaction, id);
    return (await transaction.delete(ApiKey, { workspaceId: id })).affected ?? 0;
  });
  await delay(lastRequestsMs);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await dataSource.transaction((transaction) => removeRows(transaction, id, keys));
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === ATTEMPTS)
        throw new Error(
          `Nothing but the keys of "${name}" was erased: clients still write to it. Are there instances of an older version?`,
          { cause: error },
        );
    }
  }
}

async function removeRows(transaction: EntityManager, workspaceId: string, keys: number): Promise<RowCounts> {
  await transaction.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_NAMESPACE, WORKSPACE_LOCK]);
  // A key that is created removes the mark of its workspace. If this has happened in the meantime, the mark is set
  // again.
  await markErased(transaction, workspaceId);
  const counts: RowCounts = {};
  for (const table of (await tenantTables(transaction)).toReversed()) {
    const [, removed] = await transaction.query<[unknown, number]>(
      `DELETE FROM ${table.name} WHERE workspace_id = $1`,
      [workspaceId],
    );
    counts[table.name] = removed + (table.name === 'api_keys' ? keys : 0);
  }
  const count = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
  const caller = { ...byCommand('cli'), workspaceId };
  await recordChange(transaction, caller, { action: 'workspace.erase', resourceId: workspaceId, count });
  return counts;
}

const markErased = (transaction: EntityManager, id: string) =>
  transaction.update(Workspace, { id }, { erasedAt: Date.now() });

/** Returns whether another write interfered: a row refers to a removed row, or there was a deadlock. */
const isConflict = (error: unknown): boolean =>
  isForeignKeyViolation(error) || (error instanceof QueryFailedError && error.driverError.code === '40P01');

/** Returns how many rows of each table would be removed. */
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
