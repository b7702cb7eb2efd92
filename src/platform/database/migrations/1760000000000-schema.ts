import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The schema. `workspace_id` is the first column of every key of the tenant tables, so that the same schema can be
 * sharded by workspace. Times are epoch milliseconds. Prices, quantities and money are doubles, like JSON numbers.
 */
export class Schema1760000000000 implements MigrationInterface {
  readonly name = 'Schema1760000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE coverage, bars, series, trades, session_assets, sessions, projects, api_keys, workspaces',
    );
  }
}

const STATEMENTS = [
  `CREATE TABLE workspaces (
    id uuid PRIMARY KEY,
    name text NOT NULL UNIQUE,
    created_at bigint NOT NULL
  )`,
  `CREATE TABLE api_keys (
    id uuid PRIMARY KEY,
    workspace_id uuid NOT NULL REFERENCES workspaces,
    name text NOT NULL,
    prefix text NOT NULL,
    hash text NOT NULL UNIQUE,
    scopes text[] NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    last_used_at bigint
  )`,
  `CREATE TABLE projects (
    workspace_id uuid NOT NULL REFERENCES workspaces,
    id uuid NOT NULL,
    name text NOT NULL,
    symbol text NOT NULL,
    timeframe text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (workspace_id, id)
  )`,
  `CREATE INDEX projects_newest_first ON projects (workspace_id, created_at DESC, id DESC)`,
  // Free space on the page lets an update of status or revision stay on the page, so that no index changes.
  `CREATE TABLE sessions (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    mode text NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'finished')),
    source text NOT NULL,
    initial_balance double precision NOT NULL CHECK (initial_balance >= 1),
    account_currency text NOT NULL,
    strategy text NOT NULL,
    description text NOT NULL,
    layout_template text NOT NULL,
    fees_config json NOT NULL,
    range_start bigint,
    range_end bigint,
    random_source_start bigint,
    random_source_end bigint,
    random_seed bigint NOT NULL,
    blind_mode boolean NOT NULL,
    smooth_candles boolean NOT NULL,
    account_timezone text NOT NULL,
    started_at bigint NOT NULL,
    ended_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    revision bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, project_id) REFERENCES projects (workspace_id, id),
    CHECK ((status = 'finished') = (ended_at IS NOT NULL))
  ) WITH (fillfactor = 80)`,
  `CREATE TABLE session_assets (
    workspace_id uuid NOT NULL,
    session_id uuid NOT NULL,
    position smallint NOT NULL,
    id uuid NOT NULL,
    symbol text NOT NULL,
    feed text NOT NULL,
    timeframe text NOT NULL,
    calendar_code text NOT NULL,
    execution_cost_config json NOT NULL,
    contract_policy json NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (workspace_id, session_id, position),
    UNIQUE (workspace_id, session_id, symbol, feed),
    FOREIGN KEY (workspace_id, session_id) REFERENCES sessions (workspace_id, id)
  )`,
  // client_id identifies a trade within its session. "C" sorts by code point, whatever the locale of the server.
  `CREATE TABLE trades (
    workspace_id uuid NOT NULL,
    session_id uuid NOT NULL,
    id uuid NOT NULL,
    entry_time bigint NOT NULL,
    exit_time bigint NOT NULL CHECK (exit_time >= entry_time),
    created_at bigint NOT NULL,
    qty double precision NOT NULL CHECK (qty > 0),
    entry_price double precision NOT NULL CHECK (entry_price > 0),
    exit_price double precision NOT NULL CHECK (exit_price > 0),
    stop_loss double precision,
    take_profit double precision,
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
    side text NOT NULL CHECK (side IN ('long', 'short')),
    note text NOT NULL,
    PRIMARY KEY (workspace_id, session_id, client_id),
    FOREIGN KEY (workspace_id, session_id) REFERENCES sessions (workspace_id, id)
  )`,
  `CREATE TABLE series (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    feed text NOT NULL,
    symbol text NOT NULL,
    "interval" text NOT NULL,
    created_at bigint NOT NULL,
    UNIQUE (feed, symbol, "interval")
  )`,
  // No foreign key refers to series: series are never removed, and the check would double the cost of an import.
  `CREATE TABLE bars (
    series_id integer NOT NULL,
    ts bigint NOT NULL,
    open double precision NOT NULL,
    high double precision NOT NULL,
    low double precision NOT NULL,
    close double precision NOT NULL,
    volume double precision NOT NULL,
    PRIMARY KEY (series_id, ts)
  )`,
  `CREATE TABLE coverage (
    series_id integer NOT NULL,
    start_ts bigint NOT NULL,
    end_ts bigint NOT NULL,
    PRIMARY KEY (series_id, start_ts),
    CHECK (start_ts < end_ts)
  )`,
];
