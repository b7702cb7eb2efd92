import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A revision per series. Every change of the series' bars or coverage raises the revision, so that outdated cached
 * responses are recognised.
 */
export class SeriesRevision1760000000002 implements MigrationInterface {
  readonly name = 'SeriesRevision1760000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE series ADD COLUMN revision bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE series DROP COLUMN revision');
  }
}
