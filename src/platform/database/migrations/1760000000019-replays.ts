import { MigrationInterface, QueryRunner } from 'typeorm';
import { isSessionsDistributed } from './is-sessions-distributed.js';

/** The playheads of sessions, the first versions of trades that were changed, and the times that a workspace has seen. */
export class Replays1760000000019 implements MigrationInterface {
  readonly name = 'Replays1760000000019';

  async up(runner: QueryRunner): Promise<void> {
    const isDistributed = await isSessionsDistributed(runner);
    if (isDistributed) await runner.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
    for (const statement of TABLES) await runner.query(statement);
    // A table must be distributed before it can refer to another distributed table.
    for (const table of isDistributed ? NEW_TABLES : []) {
      await runner.query(
        `SELECT create_distributed_table('${table}', 'workspace_id', colocate_with => 'sessions')`,
      );
    }
    for (const statement of FOREIGN_KEYS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${NEW_TABLES.join(', ')}`);
  }
}

const NEW_TABLES = ['playheads', 'first_answers', 'seen_spans'];

const TABLES = [
  // A draw removes the playhead, but keeps the times seen. The other columns are then null until the next playhead.
  // Free space on the page lets the frequent updates stay on the page.
  `CREATE TABLE playheads (
    workspace_id uuid NOT NULL,
    session_id uuid NOT NULL,
    at bigint,
    shown_until bigint,
    furthest bigint,
    least_at bigint,
    seen int8multirange NOT NULL,
    updated_at bigint,
    PRIMARY KEY (workspace_id, session_id)
  ) WITH (fillfactor = 50)`,
  `CREATE TABLE first_answers (
    workspace_id uuid NOT NULL,
    session_id uuid NOT NULL,
    trade_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('costs', 'edited', 'deleted', 'rewound')),
    changed_at bigint NOT NULL,
    entry_time bigint NOT NULL,
    exit_time bigint NOT NULL,
    qty double precision NOT NULL,
    entry_price double precision NOT NULL,
    exit_price double precision NOT NULL,
    stop_loss double precision,
    point_value double precision NOT NULL,
    fees_paid double precision NOT NULL,
    spread_paid double precision NOT NULL,
    slippage_paid double precision NOT NULL,
    pl_gross double precision NOT NULL,
    pl_net double precision NOT NULL,
    pl_pct double precision NOT NULL,
    r_multiple double precision,
    given_costs smallint NOT NULL,
    client_id text COLLATE "C" NOT NULL,
    symbol text NOT NULL,
    feed text NOT NULL,
    side text NOT NULL,
    second_look text,
    PRIMARY KEY (workspace_id, session_id, trade_id)
  )`,
  // The times that deleted sessions have seen, by the hour in which the sessions were created. No foreign key, because
  // the rows outlive sessions and projects.
  `CREATE TABLE seen_spans (
    workspace_id uuid NOT NULL,
    symbol text NOT NULL,
    feed text NOT NULL,
    created_hour bigint NOT NULL,
    spans int8multirange NOT NULL,
    PRIMARY KEY (workspace_id, symbol, feed, created_hour)
  )`,
];

const FOREIGN_KEYS = ['playheads', 'first_answers'].map(
  (table) => `ALTER TABLE ${table} ADD FOREIGN KEY (workspace_id, session_id)
    REFERENCES sessions (workspace_id, id) ON DELETE CASCADE`,
);
