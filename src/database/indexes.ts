/** An index that is built beside the migrations, because it may take long on a table with many rows. */
export interface Index {
  readonly name: string;
  readonly table: string;
  readonly columns: string;
  /** Access method, if it is not btree. */
  readonly method?: string;
  readonly isUnique?: boolean;
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

/**
 * Names of indexes that earlier versions built and that are not needed any more. They are dropped once all of `INDEXES` are
 * valid. An older instance that starts builds its own again; the next start of a newer one drops them again.
 */
export const OBSOLETE_INDEXES: readonly string[] = [];
