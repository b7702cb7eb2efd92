import type { Pool } from 'pg';
import type { TextColumn } from '../database/copy/copy-decoder.js';
import { copyOut, uuidLiteral } from '../database/copy/copy-out.js';
import type { SessionKey } from '../sessions/session.entity.js';

/** What the ideal-R analysis needs of the trades that have an rMultiple, as columns in any order. */
export interface RiskFigures {
  readonly count: number;
  readonly id: TextColumn;
  readonly clientId: TextColumn;
  readonly entryTime: Float64Array;
  readonly exitTime: Float64Array;
  readonly entryPrice: Float64Array;
  readonly stopLoss: Float64Array;
  readonly plNet: Float64Array;
  /** +1 long, −1 short. */
  readonly direction: Float64Array;
  /** Position of the trade's asset in its session. */
  readonly asset: Float64Array;
}

const RISK_KINDS = ['text', 'text', 'int8', 'int8', 'float8', 'float8', 'float8', 'int4', 'int4'] as const;

/** Reads the figures of those trades of a session that have a stop on the losing side, which gives them an rMultiple. */
export async function readRiskFigures(pool: Pool, { workspaceId, id }: SessionKey): Promise<RiskFigures> {
  const select = `SELECT t.id::text, client_id, entry_time, exit_time, entry_price, stop_loss, pl_net,
      CASE side WHEN 'long' THEN 1 ELSE -1 END, a.position::integer
    FROM trades t JOIN session_assets a USING (workspace_id, session_id, symbol, feed)
    WHERE workspace_id = ${uuidLiteral(workspaceId)} AND session_id = ${uuidLiteral(id)} AND r_multiple IS NOT NULL`;
  const rows = await copyOut(pool, select, RISK_KINDS);
  return {
    count: rows.count,
    id: rows.texts(0),
    clientId: rows.texts(1),
    entryTime: rows.numbers(2),
    exitTime: rows.numbers(3),
    entryPrice: rows.numbers(4),
    stopLoss: rows.numbers(5),
    plNet: rows.numbers(6),
    direction: rows.numbers(7),
    asset: rows.numbers(8),
  };
}
