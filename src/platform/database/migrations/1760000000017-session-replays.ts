import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The origin of imported sessions, and what a session knows about the replay from which its trades come. The counts are
 * null in sessions that instances of earlier versions stored. The defaults are constants, so the table is not
 * rewritten, and instances that do not know the columns can keep writing.
 *     source_file, run_at                the file from which the session was imported, and when its run was made
 *     draws                              number of random ranges that were drawn
 *     front                              latest time that is known in the present run; null before the first
 *     shown_before                       times that were shown before the person stepped back
 *     earlier_shown, earlier_runs        times that earlier runs have shown, and the number of these runs
 *     first_answers ... earlier_looks    counts of the present run
 */
export class SessionReplays1760000000017 implements MigrationInterface {
  readonly name = 'SessionReplays1760000000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE sessions
        ADD COLUMN source_file text,
        ADD COLUMN run_at bigint,
        ADD COLUMN draws integer NOT NULL DEFAULT 0,
        ADD COLUMN front bigint,
        ADD COLUMN shown_before int8multirange NOT NULL DEFAULT '{}',
        ADD COLUMN earlier_shown int8multirange NOT NULL DEFAULT '{}',
        ADD COLUMN earlier_runs integer NOT NULL DEFAULT 0,
        ADD COLUMN first_answers integer,
        ADD COLUMN changed_answers integer,
        ADD COLUMN second_looks integer,
        ADD COLUMN earlier_looks integer`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE sessions DROP COLUMN source_file, DROP COLUMN run_at, DROP COLUMN draws, DROP COLUMN front,
         DROP COLUMN shown_before, DROP COLUMN earlier_shown, DROP COLUMN earlier_runs,
         DROP COLUMN first_answers, DROP COLUMN changed_answers, DROP COLUMN second_looks, DROP COLUMN earlier_looks`,
    );
  }
}
