interface Queryable {
  query(statement: string): Promise<unknown[]>;
}

/**
 * Returns whether the tenant tables are distributed over a Citus cluster. If so, a migration that creates a tenant
 * table also distributes it.
 */
export const isSessionsDistributed = (database: Queryable): Promise<boolean> =>
  isDistributed(database, 'sessions');

/** Returns whether a table is distributed over a Citus cluster. */
export async function isDistributed(database: Queryable, table: 'sessions' | 'bars'): Promise<boolean> {
  const [citus] = await database.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (!citus) return false;
  const rows = await database.query(
    `SELECT FROM pg_dist_partition WHERE logicalrelid = '${table}'::regclass AND partmethod = 'h'`,
  );
  return rows.length > 0;
}
