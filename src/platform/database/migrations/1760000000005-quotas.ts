import { MigrationInterface, QueryRunner } from 'typeorm';

/** Quotas of workspaces. Null, the default, means no quota, so instances that do not know the columns keep working. */
export class Quotas1760000000005 implements MigrationInterface {
  readonly name = 'Quotas1760000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE workspaces
        ADD COLUMN session_quota bigint,
        ADD COLUMN trade_quota bigint,
        ADD COLUMN request_quota bigint,
        ADD COLUMN statistics_quota bigint`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE workspaces DROP COLUMN session_quota, DROP COLUMN trade_quota, DROP COLUMN request_quota,
         DROP COLUMN statistics_quota`,
    );
  }
}
