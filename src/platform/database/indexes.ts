/** An index that is built outside the migrations, because building it may take long on a table with many rows. */
export interface Index {
  readonly name: string;
  readonly table: string;
  readonly columns: string;
  /** Access method; btree if undefined. */
  readonly method?: string;
  readonly isUnique?: boolean;
  /** Condition of the rows that the index contains; all rows if undefined. */
  readonly where?: string;
}

/**
 * Every ingest writes the indexes of trades, so every byte per trade counts. The indexes leave out `workspace_id`,
 * because a session or an id implies the workspace. `client_id` is sorted by code point, which is the trade order of
 * the statistics.
 */
export const INDEXES: readonly Index[] = [
  { name: 'trades_ordered', table: 'trades', columns: 'session_id, exit_time, entry_time, client_id' },
  // Ids ascend, so the pages of this index are filled from left to right.
  { name: 'trades_id', table: 'trades', columns: 'id' },
  // Finds the trades that a new trade restores.
  {
    name: 'first_answers_removed',
    table: 'first_answers',
    columns: 'workspace_id, session_id, entry_time, exit_time, entry_price, exit_price, qty',
    where: `kind IN ('deleted', 'rewound')`,
  },
  { name: 'sessions_newest_first', table: 'sessions', columns: 'workspace_id, created_at DESC, id DESC' },
  {
    name: 'sessions_of_project',
    table: 'sessions',
    columns: 'workspace_id, project_id, created_at DESC, id DESC',
  },
  {
    name: 'sessions_without_run',
    table: 'sessions',
    columns: 'workspace_id, project_id',
    where: 'run IS NULL',
  },
  { name: 'audit_entries_of_actor', table: 'audit_entries', columns: 'workspace_id, actor, time' },
  { name: 'keys_of_workspace', table: 'api_keys', columns: 'workspace_id, id' },
];

/**
 * Names of obsolete indexes that earlier versions built. Obsolete indexes are dropped once all of `INDEXES` are valid.
 * If an instance of an older version starts later, it builds its indexes again, and the next start of a newer instance
 * drops them again.
 */
export const OBSOLETE_INDEXES: readonly string[] = ['trades_in_order', 'trades_by_id', 'trades_by_entry'];
