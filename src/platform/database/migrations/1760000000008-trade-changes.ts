import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Time of the last change of a session's trades. A change of trades does not change `updated_at`. The column may be
 * null, so the table is not rewritten, and instances that do not know the column can keep writing.
 */
export class TradeChanges1760000000008 implements MigrationInterface {
  readonly name = 'TradeChanges1760000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD COLUMN trades_changed_at bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN trades_changed_at');
  }
}
