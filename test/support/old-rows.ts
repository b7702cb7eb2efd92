import { migrations } from '../../src/platform/database/migrations/index.js';

/** The migrations of the previous version. */
export const RELEASED = migrations.slice(0, 3);

/** The indexes of trades that version 1.0.0 built outside its migrations. */
export const RELEASED_INDEXES: Readonly<Record<string, string>> = {
  trades_in_order: 'workspace_id, session_id, exit_time, entry_time, client_id',
  trades_by_id: 'workspace_id, session_id, id',
  trades_by_entry: 'workspace_id, session_id, entry_time',
};

/** Number of trades in each session of version 1.0.0. */
export const OLD_TRADES = 3000;

/** Returns the ids of a workspace that the previous version stored. */
export const oldIds = (workspace = 0) => {
  const id = (number: number) => `00000000-0000-4000-8000-00000000${workspace}00${number}`;
  return { workspace: id(1), project: id(2), active: id(3), finished: id(4) };
};

const SESSION = `INSERT INTO sessions (workspace_id, id, project_id, name, mode, status, source, initial_balance,
  account_currency, strategy, description, layout_template, fees_config, random_seed, blind_mode, smooth_candles,
  account_timezone, started_at, ended_at, created_at, updated_at, revision)`;
const NO_FEES = '{"entryFee":0,"exitFee":0,"type":"percent"}';
const NO_COSTS = `{"spread":0,"slippage":0,"fees":${NO_FEES}}`;

/**
 * Returns a statement that stores trades as the previous version did, in its columns. Each trade wins 0.1 within 1 ms.
 */
export const oldTrades = (workspace: string, session: string, clientId = 'c'): string =>
  `INSERT INTO trades (workspace_id, session_id, id, entry_time, exit_time, created_at, qty, entry_price, exit_price,
     fees_paid, spread_paid, slippage_paid, pl_gross, pl_net, pl_pct, given_costs, client_id, symbol, feed, side, note)
   SELECT '${workspace}', '${session}', gen_random_uuid(), i, i + 1, 1, 1, 1, 1, 0, 0, 0, 0.1, 0.1, 0.1, 0,
     '${clientId}' || i, 'BTCUSDT', 'venue-spot', 'long', '' FROM generate_series(1, ${OLD_TRADES}) i`;

/** Returns statements that store rows of the previous version: a workspace with an active and a finished session. */
export function oldRows(ids = oldIds(), workspaceName = 'w'): string[] {
  const { workspace, project } = ids;
  const sessions = [
    [ids.active, 'active', null],
    [ids.finished, 'finished', 9],
  ] as const;
  return [
    `INSERT INTO workspaces VALUES ('${workspace}', '${workspaceName}', 1)`,
    `INSERT INTO projects VALUES ('${workspace}', '${project}', 'p', 'BTCUSDT', '1h', 1, 1)`,
    ...sessions.flatMap(([id, status, endedAt]) => [
      `${SESSION} VALUES ('${workspace}', '${id}', '${project}', 's', 'manual', '${status}', 'web', 1000, 'USD', '', '', '1',
         '${NO_FEES}', 1, false, false, 'UTC', 1, ${endedAt}, 1, 1, 4)`,
      `INSERT INTO session_assets VALUES ('${workspace}', '${id}', 0, gen_random_uuid(), 'BTCUSDT', 'venue-spot', '1h',
         '24/7', '${NO_COSTS}', '{"kind":"spot"}', 1)`,
      oldTrades(workspace, id),
    ]),
  ];
}
