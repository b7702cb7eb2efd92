/** An index that is built beside the migrations, because it may take long on a table with many rows. */
export interface Index {
  readonly name: string;
  readonly table: string;
  readonly columns: string;
}

/** The order of `client_id` is that of its column, by code point: the trade order of the statistics. */
export const INDEXES: readonly Index[] = [
  {
    name: 'trades_in_order',
    table: 'trades',
    columns: 'workspace_id, session_id, exit_time, entry_time, client_id',
  },
  { name: 'trades_by_id', table: 'trades', columns: 'workspace_id, session_id, id' },
  { name: 'trades_by_entry', table: 'trades', columns: 'workspace_id, session_id, entry_time' },
  { name: 'sessions_newest_first', table: 'sessions', columns: 'workspace_id, created_at DESC, id DESC' },
  {
    name: 'sessions_of_project',
    table: 'sessions',
    columns: 'workspace_id, project_id, created_at DESC, id DESC',
  },
  { name: 'keys_of_workspace', table: 'api_keys', columns: 'workspace_id, id' },
];
