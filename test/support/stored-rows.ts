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
    playheads: 'session_id',
    first_answers: 'session_id',
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

/** Stores a row of each table of replays for a session that has a trade. */
export async function fillReplay(database: DataSource, { id }: { readonly id: string }): Promise<void> {
  await database.query(
    `INSERT INTO playheads SELECT workspace_id, id, 60000, 120000, 120000, 60000, '{[1,5),[60000,120000)}', 7
     FROM sessions WHERE id = $1`,
    [id],
  );
  await database.query(
    `INSERT INTO first_answers SELECT workspace_id, session_id, id, 'edited', 7, entry_time, exit_time, qty, entry_price,
       exit_price, stop_loss, point_value, fees_paid, spread_paid, slippage_paid, pl_gross, pl_net, pl_pct, r_multiple,
       given_costs, client_id, symbol, feed, side, 'run'
     FROM trades WHERE session_id = $1 ORDER BY client_id LIMIT 1`,
    [id],
  );
}

export const NO_ROWS = {
  sessions: 0,
  session_assets: 0,
  trades: 0,
  session_states: 0,
  session_imports: 0,
  playheads: 0,
  first_answers: 0,
};
