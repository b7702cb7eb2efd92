import type { Pool } from 'pg';
import type { TextColumn } from '../database/copy/copy-decoder.js';
import { copyOut, uuidLiteral } from '../database/copy/copy-out.js';
import type { SessionKey } from '../sessions/session.entity.js';

/** What analyses need of a session's trades, as columns in any order. */
export interface TradeDetails {
  readonly count: number;
  readonly entryTime: Float64Array;
  readonly exitTime: Float64Array;
  readonly plGross: Float64Array;
  readonly plNet: Float64Array;
  readonly plPct: Float64Array;
  readonly feesPaid: Float64Array;
  /** NaN where there is none. */
  readonly rMultiple: Float64Array;
  /** +1 long, −1 short. */
  readonly direction: Float64Array;
  readonly quantity: Float64Array;
  readonly entryPrice: Float64Array;
  readonly exitPrice: Float64Array;
  /** NaN where the trade has none on its losing side, and therefore no rMultiple. */
  readonly stopLoss: Float64Array;
  /** Position of the trade's asset in its session. */
  readonly asset: Float64Array;
  readonly clientId: TextColumn;
  readonly id: TextColumn;
  /** A JSON array of texts; empty where the tags were not asked for. */
  readonly tags: TextColumn;
}

const KINDS = [
  'int8',
  'int8',
  ...Array<'float8'>(9).fill('float8'),
  'int4',
  'int4',
  ...Array<'text'>(3).fill('text'),
] as const;

/** Reads all trades of a session. */
export async function readTradeDetails(
  pool: Pool,
  { workspaceId, id }: SessionKey,
  { withTags, signal }: { readonly withTags: boolean; readonly signal: AbortSignal },
): Promise<TradeDetails> {
  const select = `SELECT entry_time, exit_time, pl_gross, pl_net, pl_pct, fees_paid, r_multiple, qty, entry_price,
      exit_price, CASE WHEN r_multiple IS NOT NULL THEN stop_loss END,
      CASE side WHEN 'long' THEN 1 ELSE -1 END, a.position::integer,
      client_id, t.id::text, ${withTags ? 'array_to_json(tags)::text' : "''::text"}
    FROM trades t JOIN session_assets a USING (workspace_id, session_id, symbol, feed)
    WHERE workspace_id = ${uuidLiteral(workspaceId)} AND session_id = ${uuidLiteral(id)}`;
  const rows = await copyOut(pool, select, KINDS, signal);
  return {
    count: rows.count,
    entryTime: rows.numbers(0),
    exitTime: rows.numbers(1),
    plGross: rows.numbers(2),
    plNet: rows.numbers(3),
    plPct: rows.numbers(4),
    feesPaid: rows.numbers(5),
    rMultiple: rows.numbers(6),
    quantity: rows.numbers(7),
    entryPrice: rows.numbers(8),
    exitPrice: rows.numbers(9),
    stopLoss: rows.numbers(10),
    direction: rows.numbers(11),
    asset: rows.numbers(12),
    clientId: rows.texts(13),
    id: rows.texts(14),
    tags: rows.texts(15),
  };
}
