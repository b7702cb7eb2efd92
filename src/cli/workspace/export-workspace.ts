import { createHash } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';
import { byCommand } from '../../platform/audit/author.js';
import { recordChange } from '../../platform/audit/record-change.js';
import { findWorkspace } from './find-workspace.js';
import { type TenantTable, listOf, movingTables } from './tenant-tables.js';
import {
  FORMAT,
  FORMAT_VERSION,
  type FileHeader,
  type FileTrailer,
  type RowCounts,
} from './workspace-file.js';

/**
 * Number of rows that are read at a time. The number limits memory to some tens of MB, because the largest rows, the
 * states, have up to 256 KB.
 */
const PART = 100;

/**
 * Yields the file of a workspace, part by part. The file is one snapshot of all tables, even if there are concurrent
 * writes. Two exports of the same data are equal byte for byte.
 * @param counts receives the number of rows of each table
 * @throws Error with a sentence for the operator
 */
export async function* exportedWorkspace(
  dataSource: DataSource,
  name: string,
  counts: RowCounts,
): AsyncGenerator<string> {
  const runner = dataSource.createQueryRunner();
  const hash = createHash('sha256');
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  try {
    await runner.startTransaction('REPEATABLE READ');
    await runner.query('SET TRANSACTION READ ONLY');
    const { id } = await findWorkspace(runner.manager, name);
    const tables = await movingTables(runner.manager);
    const columns = Object.fromEntries(tables.map((table) => [table.name, table.columns]));
    const header: FileHeader = { format: FORMAT, version: FORMAT_VERSION, workspace: name, tables: columns };
    yield hashed(jsonLine(header));
    for (const table of tables) {
      counts[table.name] = 0;
      for await (const rows of rowParts(runner, table, id)) {
        counts[table.name]! += rows.length;
        yield hashed(rows.map((row) => `{"${table.name}":${row}}\n`).join(''));
      }
    }
    const trailer: FileTrailer = { rows: counts, sha256: hash.digest('hex') };
    yield jsonLine(trailer);
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}

/** Records the export of a workspace in its audit log, which is not part of the file. */
export async function recordExport(
  { manager }: DataSource,
  name: string,
  counts: Readonly<RowCounts>,
): Promise<void> {
  const { id } = await findWorkspace(manager, name);
  const count = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
  const caller = { ...byCommand('cli'), workspaceId: id };
  await recordChange(manager, caller, { action: 'workspace.export', resourceId: id, count });
}

const jsonLine = (value: object): string => `${JSON.stringify(value)}\n`;

/** Yields the rows of a workspace as JSON that the database has written, so that each value is exact. */
async function* rowParts(
  runner: QueryRunner,
  { name, columns, order }: TenantTable,
  workspaceId: string,
): AsyncGenerator<string[]> {
  await runner.query(
    `DECLARE part NO SCROLL CURSOR FOR
     SELECT row_to_json(r)::text AS row
     FROM (SELECT ${listOf(columns)} FROM ${name} WHERE workspace_id = '${workspaceId}' ORDER BY ${order}) r`,
  );
  for (;;) {
    const rows: { row: string }[] = await runner.query(`FETCH ${PART} FROM part`);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < PART) break;
  }
  await runner.query('CLOSE part');
}
