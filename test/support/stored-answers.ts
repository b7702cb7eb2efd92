import type { DataSource } from 'typeorm';

/** The first version of a trade that was changed or went. */
export interface StoredFirstVersion {
  readonly tradeId: string;
  readonly kind: 'costs' | 'edited' | 'deleted' | 'rewound';
  readonly plNet: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly entryTime: number;
  readonly exitTime: number;
  readonly clientId?: string;
  readonly secondLook?: 'run' | 'earlier-run';
}

/** Stores first versions of trades of a session, as a change of the trades would. */
export async function storeFirstVersions(
  database: DataSource,
  { id }: { readonly id: string },
  versions: readonly StoredFirstVersion[],
): Promise<void> {
  for (const { tradeId, kind, at, entryTime, exitTime, plNet, clientId = 'first', secondLook } of versions)
    await database.query(
      `INSERT INTO first_answers (workspace_id, session_id, trade_id, kind, changed_at, entry_time, exit_time, qty,
         entry_price, exit_price, stop_loss, point_value, fees_paid, spread_paid, slippage_paid, pl_gross, pl_net,
         pl_pct, r_multiple, given_costs, client_id, symbol, feed, side, second_look)
       SELECT workspace_id, id, $2, $3, $4, $5, $6, 1, 1000, 1000 + $7::float8, NULL, 1, 0, 0, 0, $7::float8, $7::float8,
         $7::float8 / 10, NULL, 0, $8, 'BTCUSDT', 'venue-spot', 'long', $9
       FROM sessions WHERE id = $1`,
      [id, tradeId, kind, at, entryTime, exitTime, plNet, clientId, secondLook ?? null],
    );
  await raiseRevision(database, id);
}

/** Marks a stored trade as a look, and sets the time at which it was stored. */
export async function markLook(
  database: DataSource,
  { id }: { readonly id: string },
  tradeId: string,
  { look, at }: { readonly look: 'run' | 'earlier-run'; readonly at: number },
): Promise<void> {
  await database.query(
    'UPDATE trades SET second_look = $3, created_at = $4 WHERE session_id = $1 AND id = $2',
    [id, tradeId, look, at],
  );
  await raiseRevision(database, id);
}

/** Each change of trades raises the revision of their session. */
const raiseRevision = (database: DataSource, id: string) =>
  database.query(
    'UPDATE sessions SET revision = revision + 1, summary_revision = summary_revision + 1 WHERE id = $1',
    [id],
  );
