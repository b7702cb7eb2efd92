interface Queryable {
  query(statement: string): Promise<unknown[]>;
}

/** Whether the tenant tables are spread over a Citus cluster: a new one is then distributed by the migration that makes it. */
export async function isSessionsDistributed(database: Queryable): Promise<boolean> {
  const [citus] = await database.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (!citus) return false;
  const rows = await database.query(
    `SELECT FROM pg_dist_partition WHERE logicalrelid = 'sessions'::regclass AND partmethod = 'h'`,
  );
  return rows.length > 0;
}
