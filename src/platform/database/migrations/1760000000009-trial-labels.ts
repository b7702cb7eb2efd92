import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Labels that identify a session as a try of a study, and the number of the session's current run. The number is null
 * until the ledger of tries has a row for the session. The default is a constant, so the table is not rewritten, and
 * instances that do not know the columns can keep writing.
 */
export class TrialLabels1760000000009 implements MigrationInterface {
  readonly name = 'TrialLabels1760000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE sessions ADD COLUMN trial json NOT NULL DEFAULT '${NO_TRIAL}', ADD COLUMN run integer`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN trial, DROP COLUMN run');
  }
}

const NO_TRIAL = '{"study":null,"parameters":{},"codeVersion":null,"sample":null}';
