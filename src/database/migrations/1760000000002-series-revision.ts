import { MigrationInterface, QueryRunner } from 'typeorm';

/** Raised with each change of a series' bars or coverage, so that outdated cached responses can be recognised. */
export class SeriesRevision1760000000002 implements MigrationInterface {
  readonly name = 'SeriesRevision1760000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE series ADD COLUMN revision bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE series DROP COLUMN revision');
  }
}
