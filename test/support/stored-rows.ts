import type { DataSource } from 'typeorm';

/** Returns the number of rows that a session has in each table; tables without rows are left out. */
export async function rowsOf(
  database: DataSource,
  { id }: { readonly id: string },
): Promise<Record<string, number>> {
  const tables = {
    sessions: 'id',
    session_assets: 'session_id',
    trades: 'session_id',
    session_states: 'session_id',
    session_imports: 'session_id',
  };
  const counts: Record<string, number> = {};
  for (const [table, column] of Object.entries(tables)) {
    const [{ count }] = await database.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM ${table} WHERE ${column} = $1`,
      [id],
    );
    counts[table] = count;
  }
  return counts;
}

export const NO_ROWS = { sessions: 0, session_assets: 0, trades: 0, session_states: 0, session_imports: 0 };
