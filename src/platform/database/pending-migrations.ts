import { DataSource, MigrationInterface, QueryFailedError } from 'typeorm';

/** SQLSTATE of a missing table: no migration has run yet. */
const UNDEFINED_TABLE = '42P01';

/**
 * Returns the names of this version's migrations that have not run. Ignores additional migrations of a newer version.
 * @throws Error for a migration without a name, and for two migrations with the same name
 */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const names = dataSource.migrations.map(nameOf);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated)
    throw new Error(
      `Two migrations have the name ${repeated}. The second migration would never run: rename it.`,
    );
  const ran = new Set(await ranMigrations(dataSource));
  return names.filter((name) => !ran.has(name));
}

/**
 * Returns the name of a migration. Without a name TypeORM would store the class name, and the migration would be
 * pending forever.
 */
function nameOf(migration: MigrationInterface): string {
  const { name } = migration;
  if (name) return name;
  const className = migration.constructor.name;
  throw new Error(
    `The migration ${className} has no name: add "readonly name = '${className}'" to its class.`,
  );
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
