import { DataSource } from 'typeorm';
import { TextColumn } from '../database/copy-decoder.js';
import { copyOut, uuidLiteral } from '../database/copy-out.js';
import { Session } from '../sessions/session.entity.js';

/** What the statistics need of a session's trades, as columns in no particular order. rMultiple is NaN where there is none. */
export interface TradeFigures {
  readonly count: number;
  readonly entryTime: Float64Array;
  readonly exitTime: Float64Array;
  readonly plGross: Float64Array;
  readonly plNet: Float64Array;
  readonly plPct: Float64Array;
  readonly feesPaid: Float64Array;
  readonly rMultiple: Float64Array;
  readonly clientId: TextColumn;
}

const KINDS = ['int8', 'int8', 'float8', 'float8', 'float8', 'float8', 'float8', 'text'] as const;

export async function readTradeFigures(
  dataSource: DataSource,
  { workspaceId, id }: Pick<Session, 'workspaceId' | 'id'>,
): Promise<TradeFigures> {
  const select = `SELECT entry_time, exit_time, pl_gross, pl_net, pl_pct, fees_paid, r_multiple, client_id FROM trades
    WHERE workspace_id = ${uuidLiteral(workspaceId)} AND session_id = ${uuidLiteral(id)}`;
  const rows = await copyOut(dataSource, select, KINDS);
  return {
    count: rows.count,
    entryTime: rows.numbers(0),
    exitTime: rows.numbers(1),
    plGross: rows.numbers(2),
    plNet: rows.numbers(3),
    plPct: rows.numbers(4),
    feesPaid: rows.numbers(5),
    rMultiple: rows.numbers(6),
    clientId: rows.texts(7),
  };
}

/** How many trades there are, and how many of them have a stop on the losing side, which gives them an rMultiple. */
export function countTrades({ count, rMultiple }: TradeFigures): { total: number; eligible: number } {
  let eligible = 0;
  for (let i = 0; i < count; i += 1) if (!Number.isNaN(rMultiple[i]!)) eligible += 1;
  return { total: count, eligible };
}
