import { DataSource, MigrationExecutor } from 'typeorm';
import { ensureIndexes, indexEmptyTables } from './ensure-indexes.js';

/** Namespace of our advisory locks, the first of their two numbers. The second says what is locked. */
export const LOCK_NAMESPACE = 0x42535331;
const MIGRATION_LOCK = 0;

/**
/** Brings the schema up to date; any number of instances may do so at the same time. */
export async function migrate(dataSource: DataSource): Promise<void> {
  await runMigrations(dataSource);
  await ensureIndexes(dataSource);
}

/**
 * The lock is taken on the connection and in the transaction that migrates: on the embedded database a second connection
 * would wait forever.
 */
async function runMigrations(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_NAMESPACE, MIGRATION_LOCK]);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    await executor.executePendingMigrations();
    await indexEmptyTables(runner);
    await runner.commitTransaction();
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}
