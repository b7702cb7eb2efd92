import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * True for gaps that requests to the venue covered as a whole. Gaps of earlier versions, and gaps that instances of
 * earlier versions still record, have the default: some of them reach further back than the requested days, and are
 * requested once more when they are read.
 */
export class ProvenGaps1760000000013 implements MigrationInterface {
  readonly name = 'ProvenGaps1760000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE candle_gaps ADD COLUMN proven boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE candle_gaps DROP COLUMN proven');
  }
}
