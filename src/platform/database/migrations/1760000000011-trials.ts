import { MigrationInterface, QueryRunner } from 'typeorm';
import { isSessionsDistributed } from './is-sessions-distributed.js';

/**
 * The ledger of tries: a row for each run of a session in each study. Rows outlive their session, so they refer only to
 * the project. The figures of a row are null while the run lasts, and then the figures at the end of the run.
 */
export class Trials1760000000011 implements MigrationInterface {
  readonly name = 'Trials1760000000011';

  async up(runner: QueryRunner): Promise<void> {
    const isDistributed = await isSessionsDistributed(runner);
    if (isDistributed) await runner.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
    for (const statement of STATEMENTS) await runner.query(statement);
    // A table must be distributed before it can refer to another distributed table.
    if (isDistributed)
      await runner.query(
        `SELECT create_distributed_table('trials', 'workspace_id', colocate_with => 'sessions')`,
      );
    await runner.query(FOREIGN_KEY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE trials');
  }
}

const STATEMENTS = [
  `CREATE TABLE trials (
    workspace_id uuid NOT NULL,
    project_id uuid NOT NULL,
    study text COLLATE "C" NOT NULL,
    session_id uuid NOT NULL,
    run integer NOT NULL,
    created_at bigint NOT NULL,
    ended text CHECK (ended IN ('deleted', 'emptied', 'moved')),
    days integer,
    trading_days integer,
    sharpe_per_day double precision,
    skewness double precision,
    kurtosis double precision,
    trade_count integer,
    trades_hash bytea,
    PRIMARY KEY (workspace_id, project_id, study, session_id, run)
  )`,
  'CREATE INDEX trials_of_session ON trials (workspace_id, session_id)',
];

const FOREIGN_KEY = `
  ALTER TABLE trials ADD FOREIGN KEY (workspace_id, project_id)
    REFERENCES projects (workspace_id, id) ON DELETE CASCADE`;
