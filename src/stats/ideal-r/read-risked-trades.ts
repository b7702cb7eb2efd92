import { DataSource } from 'typeorm';
import { type TextColumn, compareTexts } from '../../database/copy-decoder.js';
import { copyOut, uuidLiteral } from '../../database/copy-out.js';
import { Session } from '../../sessions/session.entity.js';
import { tradeOrder } from '../calculator/trade-order.js';
import { type RiskedTrades, valuesAt } from './risked-trades.js';

const KINDS = ['text', 'text', 'int8', 'int8', 'float8', 'float8', 'float8', 'int4', 'int4'] as const;

/** The trades of a session that have a stop on the losing side, which are those with an rMultiple, in trade order. */
export async function readRiskedTrades(
  dataSource: DataSource,
  { workspaceId, id }: Pick<Session, 'workspaceId' | 'id'>,
): Promise<RiskedTrades> {
  const select = `SELECT t.id::text, client_id, entry_time, exit_time, entry_price, stop_loss, pl_net,
      CASE side WHEN 'long' THEN 1 ELSE -1 END, a.position::integer
    FROM trades t JOIN session_assets a USING (workspace_id, session_id, symbol, feed)
    WHERE workspace_id = ${uuidLiteral(workspaceId)} AND session_id = ${uuidLiteral(id)} AND r_multiple IS NOT NULL`;
  const rows = await copyOut(dataSource, select, KINDS);
  const { count } = rows;
  const [ids, clientIds] = [rows.texts(0), rows.texts(1)];
  const [entryTime, exitTime] = [rows.numbers(2), rows.numbers(3)];
  const order = tradeOrder({ count, entryTime, exitTime }, (a, b) => compareTexts(clientIds, a, b));
  const places = order ?? Uint32Array.from({ length: count }, (_, i) => i);
  const ordered = (column: number) => valuesAt(rows.numbers(column), places);
  return {
    count,
    id: Array.from(places, (place) => textAt(ids, place)),
    direction: ordered(7),
    entryTime: ordered(2),
    entryPrice: ordered(4),
    stopLoss: ordered(5),
    plNet: ordered(6),
    asset: ordered(8),
  };
}

const textAt = ({ bytes, ends }: TextColumn, index: number): string =>
  bytes.toString('latin1', index === 0 ? 0 : ends[index - 1], ends[index]);
