import type { Pool } from 'pg';
import { copyOut, uuidLiteral } from '../database/copy/copy-out.js';
import type { SessionKey } from '../sessions/session.entity.js';

/** What a sample is taken of, as columns in any order. rMultiple is NaN where there is none. */
export interface MarketTrades {
  readonly count: number;
  readonly entryTime: Float64Array;
  readonly exitTime: Float64Array;
  readonly plNet: Float64Array;
  readonly plPct: Float64Array;
  readonly rMultiple: Float64Array;
  /** Position of the trade's asset in its session. */
  readonly asset: Float64Array;
}

const KINDS = ['int8', 'int8', 'float8', 'float8', 'float8', 'int4'] as const;

/** Reads the trades of a session, `most` of them at most, for a sample. */
export async function readMarketTrades(
  pool: Pool,
  { workspaceId, id }: SessionKey,
  { most, signal }: { readonly most?: number | undefined; readonly signal?: AbortSignal },
): Promise<MarketTrades> {
  // The order is that of the primary key, see `readTradeFigures`.
  const limit = most === undefined ? '' : `ORDER BY client_id LIMIT ${most}`;
  const select = `SELECT entry_time, exit_time, pl_net, pl_pct, r_multiple, a.position::integer
    FROM trades t JOIN session_assets a USING (workspace_id, session_id, symbol, feed)
    WHERE workspace_id = ${uuidLiteral(workspaceId)} AND session_id = ${uuidLiteral(id)} ${limit}`;
  const rows = await copyOut(pool, select, KINDS, signal);
  return {
    count: rows.count,
    entryTime: rows.numbers(0),
    exitTime: rows.numbers(1),
    plNet: rows.numbers(2),
    plPct: rows.numbers(3),
    rMultiple: rows.numbers(4),
    asset: rows.numbers(5),
  };
}
