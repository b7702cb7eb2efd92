import type { Pool } from 'pg';
import type { IdColumn, TextColumn } from '../platform/database/copy/copied-columns.js';
import type { ColumnKind, CopiedColumns } from '../platform/database/copy/copy-decoder.js';
import { copyOut, uuidLiteral } from '../platform/database/copy/copy-out.js';
import type { SessionKey } from '../sessions/session.entity.js';

/** SQL and type of each column that can be read. Missing numbers are NaN. */
const COLUMNS = {
  id: ['t.id', 'uuid'],
  clientId: ['client_id', 'text'],
  symbol: ['symbol', 'text'],
  feed: ['feed', 'text'],
  side: ['side', 'text'],
  entryTime: ['entry_time', 'int8'],
  exitTime: ['exit_time', 'int8'],
  plGross: ['pl_gross', 'float8'],
  plNet: ['pl_net', 'float8'],
  plPct: ['pl_pct', 'float8'],
  feesPaid: ['fees_paid', 'float8'],
  spreadPaid: ['spread_paid', 'float8'],
  slippagePaid: ['slippage_paid', 'float8'],
  rMultiple: ['r_multiple', 'float8'],
  qty: ['qty', 'float8'],
  /** qty · pointValue as the nearest double. The texts of doubles are exact, unlike their casts to numeric. */
  quantity: [
    'CASE WHEN point_value = 1 THEN qty ELSE (qty::text::numeric * point_value::text::numeric)::float8 END',
    'float8',
  ],
  entryPrice: ['entry_price', 'float8'],
  exitPrice: ['exit_price', 'float8'],
  givenStopLoss: ['stop_loss', 'float8'],
  takeProfit: ['take_profit', 'float8'],
  /** The takeProfit if it is on the winning side; otherwise NULL. */
  target: [
    `CASE WHEN take_profit <> entry_price AND (take_profit > entry_price) = (side = 'long') THEN take_profit END`,
    'float8',
  ],
  /** The stop if it is on the losing side; otherwise NULL. A trade without such a stop has no rMultiple. */
  stopLoss: ['CASE WHEN r_multiple IS NOT NULL THEN stop_loss END', 'float8'],
  /** +1 for a long trade, −1 for a short trade. */
  direction: [`CASE side WHEN 'long' THEN 1 ELSE -1 END`, 'int4'],
  /** Index of the trade's asset in its session. */
  asset: ['a.position::integer', 'int4'],
  /** A number for each positionId of the session. */
  position: [
    'CASE WHEN position_id IS NOT NULL THEN (dense_rank() OVER (ORDER BY position_id COLLATE "C"))::integer END',
    'int4',
  ],
  note: ['note', 'text'],
  /** A JSON array of texts. */
  tags: ['array_to_json(tags)::text', 'text'],
} as const satisfies Readonly<Record<string, readonly [sql: string, kind: ColumnKind]>>;

export type TradeColumn = keyof typeof COLUMNS;

/** Columns of a session's trades, in any order. Each has `count` values. */
export type ColumnsOfTrades<Name extends TradeColumn> = { readonly count: number } & {
  readonly [Each in Name]: ColumnOf<(typeof COLUMNS)[Each][1]>;
};

type ColumnOf<Kind extends ColumnKind> = Kind extends 'text'
  ? TextColumn
  : Kind extends 'uuid'
    ? IdColumn
    : Float64Array;

export interface WhichTrades {
  /** Maximum number of trades; all trades if undefined. */
  readonly most?: number | undefined;
  /** True to read in trade order. */
  readonly isOrdered?: boolean;
  /** True to read only trades with a stop on the losing side. Only these trades have an rMultiple. */
  readonly isRisked?: boolean;
  /** Approximate number of trades, if known. With a good estimate, large columns are not copied as they grow. */
  readonly expected?: number | undefined;
  /** Cancels the read. */
  readonly signal?: AbortSignal;
}

/**
 * Reads columns of a session's trades. This file imports nothing of Nest or TypeORM, so that a worker thread starts
 * quickly.
 */
export async function readTradeColumns<Name extends TradeColumn>(
  pool: Pool,
  { workspaceId, id }: SessionKey,
  names: readonly Name[],
  { most, isOrdered, isRisked, expected, signal }: WhichTrades,
): Promise<ColumnsOfTrades<Name>> {
  const assets = (names as readonly TradeColumn[]).includes('asset')
    ? 'JOIN session_assets a USING (workspace_id, session_id, symbol, feed)'
    : '';
  // Without an order by the primary key, PostgreSQL may read the whole table to find a session's first rows.
  const order = isOrdered ? 'exit_time, entry_time, client_id' : 'client_id';
  const limit = most === undefined ? '' : `ORDER BY ${order} LIMIT ${most}`;
  const select = `SELECT ${names.map((name) => COLUMNS[name][0]).join(', ')} FROM trades t ${assets}
    WHERE workspace_id = ${uuidLiteral(workspaceId)} AND session_id = ${uuidLiteral(id)}
      ${isRisked ? 'AND r_multiple IS NOT NULL' : ''} ${limit}`;
  const kinds = names.map((name) => COLUMNS[name][1]);
  const rows = await copyOut(pool, select, kinds, { expected, signal });
  const columns = names.map((name, i) => [name, columnAt(rows, i, kinds[i]!)]);
  return { count: rows.count, ...Object.fromEntries(columns) } as ColumnsOfTrades<Name>;
}

function columnAt(
  rows: CopiedColumns,
  index: number,
  kind: ColumnKind,
): TextColumn | IdColumn | Float64Array {
  if (kind === 'text') return rows.texts(index);
  return kind === 'uuid' ? rows.ids(index) : rows.numbers(index);
}
