import type { EntityManager } from 'typeorm';

/** A table with the data of workspaces. */
export interface TenantTable {
  readonly name: string;
  /** Columns without `workspace_id`, in their order. */
  readonly columns: readonly string[];
  /** ORDER BY of a workspace's rows. The order is the same on every database, whatever its locale. */
  readonly order: string;
}

interface CatalogueTable {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly isText: boolean;
    readonly place: number | null;
  }[];
  readonly parents: readonly string[];
}

/** Selects the tables of workspaces. `place` is the index of a column in the primary key. */
const SELECT_TABLES = `
  SELECT c.relname AS name,
    (SELECT json_agg(json_build_object('name', a.attname, 'isText', a.atttypid = 'text'::regtype,
         'place', array_position(i.indkey::int2[], a.attnum)) ORDER BY a.attnum)
     FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> 'workspace_id') AS columns,
    (SELECT coalesce(json_agg(p.relname), '[]') FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
     WHERE f.conrelid = c.oid AND f.contype = 'f' AND p.oid <> c.oid) AS parents
  FROM pg_class c
  WHERE c.relkind = 'r' AND pg_table_is_visible(c.oid) AND c.relnamespace = current_schema()::regnamespace
    AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'workspace_id' AND NOT attisdropped)
  ORDER BY c.relname COLLATE "C"`;

/** Tables that need the rows of others, although no foreign key refers to them. */
const FURTHER_PARENTS: Readonly<Record<string, readonly string[]>> = {
  // The figures of first answers are computed again from the costs of the assets.
  first_answers: ['session_assets'],
};

/**
 * Returns all tables with a column `workspace_id`, each after the tables to which it refers. The tables are read from
 * the database, so that no table is missing, not even a table of a newer version.
 */
export async function tenantTables(database: Pick<EntityManager, 'query'>): Promise<TenantTable[]> {
  const left = new Map<string, CatalogueTable>();
  for (const table of await database.query<CatalogueTable[]>(SELECT_TABLES)) left.set(table.name, table);
  const ordered: TenantTable[] = [];
  while (left.size > 0) {
    const next = [...left.values()].find(
      ({ name, parents }) =>
        ![...parents, ...(FURTHER_PARENTS[name] ?? [])].some((parent) => left.has(parent)),
    );
    if (!next) throw new Error('The tables of the database refer to one another in a circle.');
    left.delete(next.name);
    ordered.push(toTenantTable(next));
  }
  return ordered;
}

function toTenantTable({ name, columns }: CatalogueTable): TenantTable {
  const key = columns
    .filter(({ place }) => place !== null)
    .toSorted((one, other) => one.place! - other.place!);
  return {
    name,
    columns: columns.map((column) => column.name),
    order: key
      .map((column) => (column.isText ? `"${column.name}" COLLATE "C"` : `"${column.name}"`))
      .join(', '),
  };
}

/** Lists columns for SQL. Names are quoted, because some names are SQL keywords. */
export const listOf = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join(', ');

/**
 * Tables that are not moved with a workspace. Keys are left out because the owner of the file must not gain access. The
 * audit log is left out because it describes this installation and a file can be edited. Figures of sessions are left
 * out because they are computed again from the trades.
 */
const STAYING = new Set(['api_keys', 'audit_entries', 'session_figures']);

/** Returns the tables that are exported and imported. */
export const movingTables = async (database: Pick<EntityManager, 'query'>): Promise<TenantTable[]> =>
  (await tenantTables(database)).filter(({ name }) => !STAYING.has(name));
