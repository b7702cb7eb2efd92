import { DataSource, MigrationExecutor } from 'typeorm';

/** Namespace of our advisory locks, first of their two numbers; the second says what is locked. */
export const LOCK_NAMESPACE = 0x42535331;
const MIGRATION_LOCK = 0;

/**
 * Brings the schema up to date; any number of instances may call it at the same moment. The lock is taken by the
 * connection and in the transaction that migrates: on the embedded database a second connection would wait for ever.
 * @returns names of the migrations that ran
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_NAMESPACE, MIGRATION_LOCK]);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    const executed = await executor.executePendingMigrations();
    await runner.commitTransaction();
    return executed.map((migration) => migration.name);
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}
