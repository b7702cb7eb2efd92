import { EntityManager } from 'typeorm';
import { textsLiteral } from '../database/array-literal.js';
import { binaryArray } from '../database/binary-array.js';
import { Trade } from './trade.entity.js';

/** Columns of an insert beside the workspace and the session, with their PostgreSQL types. */
const COLUMNS = {
  id: 'uuid',
  clientId: 'text',
  entryTime: 'bigint',
  exitTime: 'bigint',
  createdAt: 'bigint',
  qty: 'float8',
  entryPrice: 'float8',
  exitPrice: 'float8',
  stopLoss: 'float8',
  takeProfit: 'float8',
  feesPaid: 'float8',
  spreadPaid: 'float8',
  slippagePaid: 'float8',
  plGross: 'float8',
  plNet: 'float8',
  plPct: 'float8',
  rMultiple: 'float8',
  givenCosts: 'smallint',
  symbol: 'text',
  feed: 'text',
  side: 'text',
  note: 'text',
} as const satisfies Partial<Record<keyof Trade, string>>;

const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const NAMES = FIELDS.map(snake).join(', ');

/**
 * One statement for the whole batch, one array per column. The row of the session is its anchor: it carries the key
 * by which the statement can be sent to one shard.
 */
const INSERT = `
  INSERT INTO trades (workspace_id, session_id, ${NAMES})
  SELECT s.workspace_id, s.id, ${FIELDS.map((field) => `t.${snake(field)}`).join(', ')}
  FROM sessions s, unnest(${FIELDS.map((field, i) => `$${i + 3}::${COLUMNS[field]}[]`).join(', ')}) AS t(${NAMES})
  WHERE s.workspace_id = $1 AND s.id = $2
  ON CONFLICT DO NOTHING
  RETURNING client_id`;

function columnParameter(trades: readonly Trade[], field: keyof typeof COLUMNS): Buffer | string {
  const type = COLUMNS[field];
  const values = trades.map((trade) => trade[field]);
  if (type === 'text' || type === 'uuid') return textsLiteral(values as string[]);
  return binaryArray(values as (number | null)[], type);
}

/**
 * Inserts those trades of one session whose clientId is not stored yet.
 * @returns clientIds of the inserted ones
 */
export async function insertTrades(manager: EntityManager, trades: readonly Trade[]): Promise<Set<string>> {
  const [first] = trades;
  if (!first) return new Set();
  const columns = FIELDS.map((field) => columnParameter(trades, field));
  const rows = await manager.query<{ client_id: string }[]>(INSERT, [
    first.workspaceId,
    first.sessionId,
    ...columns,
  ]);
  return new Set(rows.map((row) => row.client_id));
}
