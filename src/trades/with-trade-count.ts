import type { Pool } from 'pg';
import type { TradesAt } from '../sessions/trades-at.js';

/** The trades of a session at a revision, and their number. */
export type TradesWithCount = TradesAt & { readonly tradeCount: number };

/**
 * Returns a session's trades with their number, so that a reader can reserve memory. The database counts the trades only
 * if the session does not store the number.
 */
export async function withTradeCount(pool: Pool, session: TradesAt): Promise<TradesWithCount> {
  const { workspaceId, id, tradeCount } = session;
  if (tradeCount !== null) return { ...session, tradeCount };
  const { rows } = await pool.query<{ count: string }>(
    'SELECT count(*) AS count FROM trades WHERE workspace_id = $1 AND session_id = $2',
    [workspaceId, id],
  );
  return { ...session, tradeCount: Number(rows[0]!.count) };
}
