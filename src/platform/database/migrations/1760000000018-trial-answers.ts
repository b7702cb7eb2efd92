import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts of the answers of a run at its end. The counts are null while the run lasts, and in rows that instances of
 * earlier versions ended.
 */
export class TrialAnswers1760000000018 implements MigrationInterface {
  readonly name = 'TrialAnswers1760000000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE trials
        ADD COLUMN first_answers integer,
        ADD COLUMN changed_answers integer,
        ADD COLUMN second_looks integer,
        ADD COLUMN earlier_looks integer`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE trials DROP COLUMN first_answers, DROP COLUMN changed_answers, DROP COLUMN second_looks,
         DROP COLUMN earlier_looks`,
    );
  }
}
