import type { DataSource } from 'typeorm';

export interface ListedWorkspace {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** Number of rows, by table. */
  readonly rows: Readonly<Record<CountedTable, number>>;
}

const COUNTED = ['projects', 'sessions', 'trades', 'api_keys'] as const;
type CountedTable = (typeof COUNTED)[number];

/** Returns all workspaces, sorted by name, with their numbers of rows. */
export async function listWorkspaces(dataSource: DataSource): Promise<ListedWorkspace[]> {
  const workspaces = await dataSource.query<Omit<ListedWorkspace, 'rows'>[]>(
    'SELECT id, name, created_at AS "createdAt" FROM workspaces ORDER BY name COLLATE "C"',
  );
  const counts = new Map<CountedTable, Map<string, number>>();
  for (const table of COUNTED) {
    const rows = await dataSource.query<{ id: string; count: number }[]>(
      `SELECT workspace_id AS id, count(*) AS count FROM ${table} GROUP BY workspace_id`,
    );
    counts.set(table, new Map(rows.map(({ id, count }) => [id, count])));
  }
  return workspaces.map((workspace) => ({
    ...workspace,
    rows: Object.fromEntries(
      COUNTED.map((table) => [table, counts.get(table)?.get(workspace.id) ?? 0]),
    ) as ListedWorkspace['rows'],
  }));
}
