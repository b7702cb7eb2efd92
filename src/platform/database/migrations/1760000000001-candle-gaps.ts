import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Parts of covered spans that had no bar in the venue's response, with the time of the request. Such a part is
 * requested once more, and then never again.
 */
export class CandleGaps1760000000001 implements MigrationInterface {
  readonly name = 'CandleGaps1760000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE candle_gaps (
        series_id integer NOT NULL,
        start_ts bigint NOT NULL,
        end_ts bigint NOT NULL,
        asked_at bigint NOT NULL,
        settled boolean NOT NULL,
        PRIMARY KEY (series_id, start_ts),
        CHECK (start_ts < end_ts)
      )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE candle_gaps');
  }
}
