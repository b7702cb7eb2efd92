import { MigrationInterface, QueryRunner } from 'typeorm';
import { isSessionsDistributed } from './is-sessions-distributed.js';

/**
 * Summaries of sessions, labels of sessions and trades, the state that a client stores with a session, and the keys by
 * which a repeated creation is recognised. Every new column has a default or may be null. No table is therefore
 * rewritten, and instances that do not know the columns can keep writing.
 */
export class Records1760000000003 implements MigrationInterface {
  readonly name = 'Records1760000000003';

  async up(runner: QueryRunner): Promise<void> {
    const isDistributed = await isSessionsDistributed(runner);
    if (isDistributed) await runner.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
    for (const statement of [...COLUMNS, ...TABLES]) await runner.query(statement);
    // A table must be distributed before it can refer to another distributed table.
    for (const table of isDistributed ? NEW_TABLES : []) {
      await runner.query(
        `SELECT create_distributed_table('${table}', 'workspace_id', colocate_with => 'sessions')`,
      );
    }
    for (const statement of [...FOREIGN_KEYS, STATISTICS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP STATISTICS trades_of_sessions');
    await runner.query(`DROP TABLE ${NEW_TABLES.join(', ')}`);
    await runner.query('ALTER TABLE trades DROP COLUMN tags, DROP COLUMN updated_at, DROP COLUMN sent_hash');
    await runner.query('ALTER TABLE session_assets DROP COLUMN first_entry_time, DROP COLUMN last_exit_time');
    await runner.query(
      `ALTER TABLE sessions DROP COLUMN tags, DROP COLUMN label_revision, DROP COLUMN summary_revision,
         DROP COLUMN trade_count, DROP COLUMN win_count, DROP COLUMN loss_count, DROP COLUMN break_even_count,
         DROP COLUMN pl_gross, DROP COLUMN fees_paid, DROP COLUMN pl_net,
         DROP COLUMN first_entry_time, DROP COLUMN last_exit_time`,
    );
  }
}

const NEW_TABLES = ['session_states', 'idempotency_keys'];

const COLUMNS = [
  // summary_revision is the revision for which the summary was computed; null until it has been computed.
  `ALTER TABLE sessions
    ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
    ADD COLUMN label_revision bigint NOT NULL DEFAULT 0,
    ADD COLUMN summary_revision bigint,
    ADD COLUMN trade_count integer NOT NULL DEFAULT 0,
    ADD COLUMN win_count integer NOT NULL DEFAULT 0,
    ADD COLUMN loss_count integer NOT NULL DEFAULT 0,
    ADD COLUMN break_even_count integer NOT NULL DEFAULT 0,
    ADD COLUMN pl_gross numeric NOT NULL DEFAULT 0,
    ADD COLUMN fees_paid numeric NOT NULL DEFAULT 0,
    ADD COLUMN pl_net numeric NOT NULL DEFAULT 0,
    ADD COLUMN first_entry_time bigint,
    ADD COLUMN last_exit_time bigint`,
  `ALTER TABLE session_assets
    ADD COLUMN first_entry_time bigint,
    ADD COLUMN last_exit_time bigint`,
  `ALTER TABLE trades
    ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
    ADD COLUMN updated_at bigint,
    ADD COLUMN sent_hash bytea`,
];

const TABLES = [
  `CREATE TABLE session_states (
    workspace_id uuid NOT NULL,
    session_id uuid NOT NULL,
    state text NOT NULL,
    revision bigint NOT NULL DEFAULT 0,
    updated_at bigint NOT NULL,
    PRIMARY KEY (workspace_id, session_id)
  )`,
  // The response is null only within the transaction that creates the resource. `status` is no longer used.
  `CREATE TABLE idempotency_keys (
    workspace_id uuid NOT NULL,
    key text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    body_hash bytea NOT NULL,
    status smallint,
    response text,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (workspace_id, key)
  )`,
];

const FOREIGN_KEYS = [
  `ALTER TABLE session_states ADD FOREIGN KEY (workspace_id, session_id)
    REFERENCES sessions (workspace_id, id) ON DELETE CASCADE`,
  'ALTER TABLE idempotency_keys ADD FOREIGN KEY (workspace_id) REFERENCES workspaces',
];

/**
 * Statistics on workspace_id and session_id. A session belongs to one workspace, but without these statistics the
 * planner treats the columns as independent. The planner then expects almost no trades in a session, and may read all
 * trades through an index other than the index of trade order.
 */
const STATISTICS =
  'CREATE STATISTICS trades_of_sessions (dependencies) ON workspace_id, session_id FROM trades';
