import { QueryRunner } from 'typeorm';

/** Whether the tenant tables are spread over a Citus cluster: a new one is then distributed by the migration that makes it. */
export async function isSessionsDistributed(runner: QueryRunner): Promise<boolean> {
  const [citus] = await runner.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (!citus) return false;
  const rows: unknown[] = await runner.query(
    `SELECT FROM citus_tables WHERE table_name = 'sessions'::regclass AND citus_table_type = 'distributed'`,
  );
  return rows.length > 0;
}
