import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `made_revision` is the revision of a 1m series with which its made bars agree. Instances of earlier versions raise
 * only `revision`, so made bars that do not contain their changes are recognised. `made_from` is the time from which
 * every bar is made. Both are null if no bar was ever made.
 */
export class MadeRevision1760000000015 implements MigrationInterface {
  readonly name = 'MadeRevision1760000000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE series ADD COLUMN made_revision bigint, ADD COLUMN made_from bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE series DROP COLUMN made_revision, DROP COLUMN made_from');
  }
}
