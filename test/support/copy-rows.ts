import type { DataSource } from 'typeorm';

/** Copies the rows of a table, which the query calls `s`, with some columns changed. */
export async function copyRows(
  database: DataSource,
  table: string,
  from: string,
  changed: Readonly<Record<string, string>>,
): Promise<void> {
  const columns = await database.query<{ name: string }[]>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  await database.query(
    `INSERT INTO ${table} (${names.join(', ')})
     SELECT ${names.map((name) => changed[name] ?? `s.${name}`).join(', ')} FROM ${table} s, ${from}`,
  );
}

/**
 * Copies a session, without its trades, as `many` sessions of the same project, named "Try 1", "Try 2" and so on. Each
 * copy is a millisecond newer than the one before.
 */
export async function copySessions(
  database: DataSource,
  session: { readonly id: string; readonly projectId: string },
  many: number,
): Promise<void> {
  const numbers = `generate_series(1, ${many}) i WHERE s.id = '${session.id}'`;
  await copyRows(database, 'sessions', numbers, {
    id: 'gen_random_uuid()',
    name: `'Try ' || i`,
    created_at: 's.created_at + i',
  });
  const copies = `sessions o WHERE s.session_id = '${session.id}' AND o.project_id = '${session.projectId}'
    AND o.id <> s.session_id`;
  await copyRows(database, 'session_assets', copies, { session_id: 'o.id' });
}
