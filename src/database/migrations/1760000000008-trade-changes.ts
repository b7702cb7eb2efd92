import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the trades of a session last changed, which `updated_at` does not say. The column may be null, so nothing is
 * rewritten, and instances that do not know the column can keep writing.
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
