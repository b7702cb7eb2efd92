import type { DataSource, EntityManager } from 'typeorm';
import { type Author, byCommand } from '../../platform/audit/author.js';
import { recordChange } from '../../platform/audit/record-change.js';
import { Workspace } from '../../platform/auth/workspace.entity.js';
import { WorkspacesService } from '../../platform/auth/workspaces.service.js';
import { Project } from '../../projects/project.entity.js';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { LOCK_NAMESPACE } from '../../platform/database/migrate.js';
import { WORKSPACE_LOCK } from './find-workspace.js';
import { SummariesStore } from '../../sessions/summaries.store.js';
import { TrialsStore } from '../../sessions/trials.store.js';
import { type FilePart, readWorkspaceFile } from './read-workspace-file.js';
import { type TenantTable, listOf, movingTables } from './tenant-tables.js';
import { soundPart } from './sound-part.js';
import type { RowCounts } from './workspace-file.js';

const COMMAND: Author = byCommand('cli');

/**
 * Stores the file of a workspace in an empty workspace, either completely or not at all. Ids do not change. Values are
 * checked; figures and summaries are computed again.
 * @param name name of the workspace, which is created if it does not exist
 * @returns the number of rows of each table
 * @throws Error with a sentence for the operator
 */
export async function importWorkspace(
  dataSource: DataSource,
  name: string,
  chunks: AsyncIterable<Buffer>,
): Promise<RowCounts> {
  return dataSource.transaction((transaction) =>
    importWithin(transaction, dataSource, name, chunks).catch((error: unknown) => {
      throw new Error(`${sentenceOf(error).replace(/\.$/, '')}. Nothing was stored.`, { cause: error });
    }),
  );
}

async function importWithin(
  transaction: EntityManager,
  dataSource: DataSource,
  name: string,
  chunks: AsyncIterable<Buffer>,
): Promise<RowCounts> {
  const workspaces = new WorkspacesService(dataSource.getRepository(Workspace));
  await transaction.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_NAMESPACE, WORKSPACE_LOCK]);
  const workspaceId = await workspaces.idOf(name, transaction);
  await workspaces.reopen(workspaceId, transaction);
  const tables = await movingTables(transaction);
  const counts: RowCounts = Object.fromEntries(tables.map((table) => [table.name, 0]));
  await requireRows(transaction, workspaceId, counts, `The workspace "${name}" is not empty`);
  let isCounted = true;
  for await (const part of readWorkspaceFile(chunks)) {
    // The file is of a version without a ledger, so the tries of its projects are counted from now on.
    if (part.table === 'projects' && !part.columns.includes('trials_since')) isCounted = false;
    const insert = insertFor(part, tables);
    await insertPart(transaction, workspaceId, insert, await soundPart(transaction, workspaceId, part));
    counts[part.table]! += part.rows.length;
  }
  await new SummariesStore(dataSource).recomputeAll(transaction, workspaceId);
  counts['trials']! += await new TrialsStore().registerAll(transaction, workspaceId);
  if (!isCounted) await transaction.update(Project, { workspaceId }, { trialsSince: Date.now() });
  // A client may have stored rows in the meantime, which would be mixed with the rows of the file.
  await requireRows(transaction, workspaceId, counts, `Something else was stored in "${name}" meanwhile`);
  const count = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
  const caller = { ...COMMAND, workspaceId };
  await recordChange(transaction, caller, { action: 'workspace.import', resourceId: workspaceId, count });
  return counts;
}

/** @throws Error unless each table has the given number of rows of the workspace */
async function requireRows(
  transaction: EntityManager,
  workspaceId: string,
  counts: Readonly<RowCounts>,
  otherwise: string,
): Promise<void> {
  for (const [table, expected] of Object.entries(counts)) {
    const [{ count }] = await transaction.query<[{ count: number }]>(
      `SELECT count(*) AS count FROM ${table} WHERE workspace_id = $1`,
      [workspaceId],
    );
    if (count !== expected) throw new Error(`${otherwise} (${table}).`);
  }
}

/** Returns the statement that stores rows; $1 is the workspace, $2 a JSON array. */
function insertFor({ table, columns, firstLine }: FilePart, tables: readonly TenantTable[]): string {
  const known = tables.find(({ name }) => name === table);
  const unknown = known ? columns.filter((column) => !known.columns.includes(column)) : [table];
  if (unknown.length > 0)
    throw new Error(
      `Line ${firstLine}: this database has no ${known ? `column of ${table}` : 'table'} named ${unknown.join(', ')}. ` +
        'The file is of a newer version of the service.',
    );
  const list = listOf(columns);
  return `
    INSERT INTO ${table} (workspace_id, ${list})
    SELECT $1::uuid, ${list} FROM json_populate_recordset(NULL::${table}, $2::json)`;
}

/** @throws Error that names the first line that the database refuses */
async function insertPart(
  transaction: EntityManager,
  workspaceId: string,
  insert: string,
  { rows, firstLine }: FilePart,
): Promise<void> {
  const insertRows = (list: readonly string[]) =>
    transaction.query(insert, [workspaceId, `[${list.join(',')}]`]);
  await transaction.query('SAVEPOINT part');
  try {
    await insertRows(rows);
  } catch (error) {
    await transaction.query('ROLLBACK TO SAVEPOINT part');
    throw (await failureOfOne(rows, firstLine, insertRows)) ?? error;
  }
  await transaction.query('RELEASE SAVEPOINT part');
}

/** Stores rows one by one until a row fails. Returns the failure. */
async function failureOfOne(
  rows: readonly string[],
  firstLine: number,
  insertRows: (list: readonly string[]) => Promise<unknown>,
): Promise<Error | undefined> {
  for (const [index, row] of rows.entries()) {
    try {
      await insertRows([row]);
    } catch (cause) {
      return new Error(`Line ${firstLine + index}: ${sentenceOf(cause)}`, { cause });
    }
  }
  return undefined;
}
