import { DataSource, QueryFailedError } from 'typeorm';

/** SQLSTATE of a missing table: no migration has run yet. */
const UNDEFINED_TABLE = '42P01';

/** Names of this version's migrations that have not run. Further migrations of a newer version do not matter. */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const ran = new Set(await ranMigrations(dataSource));
  return dataSource.migrations.map(({ name }) => name ?? '').filter((name) => !ran.has(name));
}

async function ranMigrations(dataSource: DataSource): Promise<string[]> {
  try {
    const rows: { name: string }[] = await dataSource.query('SELECT name FROM migrations');
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error instanceof QueryFailedError && error.driverError.code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
