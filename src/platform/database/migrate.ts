import { DataSource, MigrationExecutor, QueryRunner } from 'typeorm';
import { indexEmptyTables } from './index-empty-tables.js';
import { runWhenLocksAllow } from './lock-wait.js';
import { pendingMigrations } from './pending-migrations.js';
import type { SchemaWork } from './schema-work.js';

/**
 * Namespace of the advisory locks of this service: the first of their two numbers. The second number identifies what is
 * locked.
 */
export const LOCK_NAMESPACE = 0x42535331;
const MIGRATION_LOCK = 0;

/**
 * Migrates the schema. Any number of instances may migrate at the same time. Each migration is a separate transaction,
 * so that its locks are released before the next migration needs other locks. If a start is interrupted, the next start
 * runs the remaining migrations. The data source needs two connections.
 */
export async function migrate(dataSource: DataSource, work: SchemaWork = {}): Promise<void> {
  for (;;) {
    const [next] = await pendingMigrations(dataSource);
    if (next === undefined) break;
    await runWhenLocksAllow(dataSource, `Migration ${next}`, work, (runner) =>
      runNextMigration(dataSource, runner),
    );
  }
  await indexEmptyTables(dataSource);
}

async function runNextMigration(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  await lockMigrations(runner);
  const executor = new MigrationExecutor(dataSource, runner);
  const [next] = await executor.getPendingMigrations();
  if (next) await executor.executeMigration(next);
}

/**
 * The migrating transaction itself takes the lock, on its own connection. On the embedded database, a second connection
 * would wait forever.
 */
const lockMigrations = (runner: QueryRunner): Promise<unknown> =>
  runner.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_NAMESPACE, MIGRATION_LOCK]);
