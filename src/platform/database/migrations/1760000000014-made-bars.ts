import { MigrationInterface, QueryRunner } from 'typeorm';
import { isDistributed } from './is-sessions-distributed.js';

/**
 * Bars of larger intervals that were made from the 1m bars of a series. `series_id` is the id of the 1m series, and
 * `minutes` is the length of the larger bar. The table is a cache, so any row may be missing or out of date.
 */
export class MadeBars1760000000014 implements MigrationInterface {
  readonly name = 'MadeBars1760000000014';

  async up(runner: QueryRunner): Promise<void> {
    const isCluster = await isDistributed(runner, 'bars');
    if (isCluster) await runner.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
    await runner.query(
      `CREATE TABLE made_bars (
        series_id integer NOT NULL,
        minutes smallint NOT NULL,
        ts bigint NOT NULL,
        open double precision NOT NULL,
        high double precision NOT NULL,
        low double precision NOT NULL,
        close double precision NOT NULL,
        volume double precision NOT NULL,
        PRIMARY KEY (series_id, minutes, ts)
      )`,
    );
    if (isCluster)
      await runner.query(
        `SELECT create_distributed_table('made_bars', 'series_id', colocate_with => 'bars')`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE made_bars');
  }
}
