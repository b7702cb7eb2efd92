import { DataSource } from 'typeorm';

/** Tables that are copied to every node, because they have few rows, and every request reads them. */
const REFERENCE_TABLES = ['workspaces', 'api_keys', 'series'];

/**
 * Tables that are sharded by their workspace or series. The tables of a group are placed on the nodes of the group's
 * first table.
 */
export const DISTRIBUTED_TABLES = [
  {
    column: 'workspace_id',
    tables: [
      'projects',
      'sessions',
      'session_assets',
      'trades',
      'session_states',
      'session_imports',
      'idempotency_keys',
      'audit_entries',
      'trials',
      'session_figures',
      'playheads',
      'first_answers',
      'seen_spans',
    ],
  },
  { column: 'series_id', tables: ['bars', 'coverage', 'candle_gaps', 'made_bars'] },
];

/**
 * Distributes the tables over the nodes of a Citus cluster: tenant tables by workspace, candles by series. Every
 * request then goes to one shard. Running the command again completes an interrupted run.
 * @returns the version of Citus and the newly distributed tables
 * @throws Error with a sentence for the operator if the database does not have Citus
 */
export async function distribute(
  dataSource: DataSource,
  groups = DISTRIBUTED_TABLES,
): Promise<{ version: string; tables: string[] }> {
  const version = await citusVersion(dataSource);
  const done = await distributedTables(dataSource);
  const tables: string[] = [];
  for (const table of REFERENCE_TABLES) {
    if (done.has(table)) continue;
    await dataSource.query('SELECT create_reference_table($1)', [table]);
    tables.push(table);
  }
  for (const group of groups) tables.push(...(await distributeGroup(dataSource, group, done)));
  return { version, tables };
}

async function distributeGroup(
  dataSource: DataSource,
  { column, tables }: (typeof DISTRIBUTED_TABLES)[number],
  done: ReadonlySet<string>,
): Promise<string[]> {
  const left = tables.filter((table) => !done.has(table));
  if (left.length === 0) return [];
  // A table cannot be distributed while a local table refers to it.
  const keys = await foreignKeysWithin(dataSource, tables);
  await dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
    for (const { table, name } of keys) await manager.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    for (const table of left) {
      const colocated = table === tables[0] ? 'none' : tables[0];
      await manager.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [
        table,
        column,
        colocated,
      ]);
    }
    for (const { table, name, definition } of keys) {
      await manager.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }
  });
  return left;
}

async function citusVersion(dataSource: DataSource): Promise<string> {
  const [citus] = await dataSource.query<{ version: string }[]>(
    `SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`,
  );
  if (!citus)
    throw new Error('This database has no Citus: install it, run CREATE EXTENSION citus and add the nodes.');
  return citus.version;
}

/** Returns the reference tables and distributed tables. Leaves out the local tables that Citus also lists. */
async function distributedTables(dataSource: DataSource): Promise<Set<string>> {
  const rows = await dataSource.query<{ name: string }[]>(
    `SELECT table_name::text AS name FROM citus_tables WHERE citus_table_type IN ('distributed', 'reference')`,
  );
  return new Set(rows.map(({ name }) => name));
}

function foreignKeysWithin(dataSource: DataSource, tables: readonly string[]) {
  return dataSource.query<{ table: string; name: string; definition: string }[]>(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint
     WHERE contype = 'f' AND conrelid::regclass::text = ANY($1) AND confrelid::regclass::text = ANY($1)`,
    [tables],
  );
}
