import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Time since which the tries of a project are counted; null if all its tries are counted. Existing projects get the
 * time of the migration by a constant default, so the table is not rewritten.
 */
export class TrialsSince1760000000010 implements MigrationInterface {
  readonly name = 'TrialsSince1760000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE projects ADD COLUMN trials_since bigint DEFAULT ${Date.now()}`);
    await runner.query('ALTER TABLE projects ALTER COLUMN trials_since DROP DEFAULT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE projects DROP COLUMN trials_since');
  }
}
