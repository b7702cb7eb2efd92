import { MigrationInterface, QueryRunner } from 'typeorm';
import { isSessionsDistributed } from './is-sessions-distributed.js';

/**
 * Figures of the trades of sessions at a revision, for analyses of whole studies. A cache: any row may be missing or
 * out of date, and is then computed again from the trades.
 */
export class SessionFigures1760000000012 implements MigrationInterface {
  readonly name = 'SessionFigures1760000000012';

  async up(runner: QueryRunner): Promise<void> {
    const isDistributed = await isSessionsDistributed(runner);
    if (isDistributed) await runner.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
    for (const statement of STATEMENTS) await runner.query(statement);
    // A table must be distributed before it can refer to another distributed table.
    if (isDistributed)
      await runner.query(
        `SELECT create_distributed_table('session_figures', 'workspace_id', colocate_with => 'sessions')`,
      );
    await runner.query(FOREIGN_KEY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE session_figures');
  }
}

const STATEMENTS = [
  `CREATE TABLE session_figures (
    workspace_id uuid NOT NULL,
    session_id uuid NOT NULL,
    project_id uuid NOT NULL,
    study text COLLATE "C" NOT NULL,
    parameters json NOT NULL,
    revision bigint NOT NULL,
    account_timezone text NOT NULL,
    calculation_version text NOT NULL,
    days integer NOT NULL,
    trading_days integer NOT NULL,
    sharpe_per_day double precision,
    skewness double precision,
    kurtosis double precision,
    trade_count integer NOT NULL,
    trades_hash bytea NOT NULL,
    statistics json NOT NULL,
    returns json NOT NULL,
    daily_pl_net json NOT NULL,
    first_entry bigint,
    last_exit bigint,
    first_day text,
    last_day text,
    equity_not_positive boolean NOT NULL,
    PRIMARY KEY (workspace_id, session_id)
  )`,
  'CREATE INDEX session_figures_of_study ON session_figures (workspace_id, project_id, study)',
];

const FOREIGN_KEY = `
  ALTER TABLE session_figures ADD FOREIGN KEY (workspace_id, session_id)
    REFERENCES sessions (workspace_id, id) ON DELETE CASCADE`;
