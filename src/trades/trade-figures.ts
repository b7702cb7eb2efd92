import type { Pool } from 'pg';
import type { TextColumn } from '../database/copy/copy-decoder.js';
import { copyOut, uuidLiteral } from '../database/copy/copy-out.js';
import type { SessionKey } from '../sessions/session.entity.js';

/** What statistics need of a session's trades, as columns in any order. rMultiple is NaN where there is none. */
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

const COLUMNS = 'entry_time, exit_time, pl_gross, pl_net, pl_pct, fees_paid, r_multiple, client_id';
const KINDS = ['int8', 'int8', 'float8', 'float8', 'float8', 'float8', 'float8', 'text'] as const;

/**
 * Reads the figures of a session's trades, `most` of them at most. Nothing of Nest or TypeORM is loaded for it, so that a
 * worker thread starts quickly.
 */
export async function readTradeFigures(
  pool: Pool,
  { workspaceId, id }: SessionKey,
  { most, signal }: { readonly most?: number | undefined; readonly signal?: AbortSignal },
): Promise<TradeFigures> {
  // Without the order, which is that of the primary key, PostgreSQL may look for the first rows of a session of a million by
  // reading the table from its start.
  const limit = most === undefined ? '' : `ORDER BY client_id LIMIT ${most}`;
  const select = `SELECT ${COLUMNS} FROM trades
    WHERE workspace_id = ${uuidLiteral(workspaceId)} AND session_id = ${uuidLiteral(id)} ${limit}`;
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
    clientId: rows.texts(7),
  };
}

/** How many trades a session has, and how many of them have a stop on the losing side, which gives them an rMultiple. */
export interface TradeCounts {
  readonly total: number;
  readonly eligible: number;
}

export function countTrades({ count, rMultiple }: TradeFigures): TradeCounts {
  let eligible = 0;
  for (let i = 0; i < count; i += 1) if (!Number.isNaN(rMultiple[i]!)) eligible += 1;
  return { total: count, eligible };
}

type NumberColumn = Exclude<keyof TradeFigures, 'count' | 'clientId'>;

const NUMBER_COLUMNS: readonly NumberColumn[] = [
  'entryTime',
  'exitTime',
  'plGross',
  'plNet',
  'plPct',
  'feesPaid',
  'rMultiple',
];

const columns = (columnOf: (name: NumberColumn) => Float64Array): Record<NumberColumn, Float64Array> =>
  Object.fromEntries(NUMBER_COLUMNS.map((name) => [name, columnOf(name)])) as Record<
    NumberColumn,
    Float64Array
  >;

/** The same of trades at hand. */
export function figuresOf(
  trades: readonly (Readonly<Record<NumberColumn, number | null>> & { readonly clientId: string })[],
): TradeFigures {
  const ids = trades.map(({ clientId }) => Buffer.from(clientId));
  let end = 0;
  return {
    count: trades.length,
    ...columns((name) => Float64Array.from(trades, (trade) => trade[name] ?? NaN)),
    clientId: { bytes: Buffer.concat(ids), ends: Float64Array.from(ids, ({ length }) => (end += length)) },
  };
}

/** The trades of all parts, in new columns. */
export function joinFigures(parts: readonly TradeFigures[]): TradeFigures {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const joined = (columnOf: (part: TradeFigures, index: number) => Float64Array) => {
    const column = new Float64Array(count);
    let at = 0;
    for (const [index, part] of parts.entries()) {
      column.set(columnOf(part, index).subarray(0, part.count), at);
      at += part.count;
    }
    return column;
  };
  let start = 0;
  const ends = parts.map(({ clientId: { ends, bytes } }) => {
    const before = start;
    start += bytes.length;
    return ends.map((end) => end + before);
  });
  return {
    count,
    ...columns((name) => joined((part) => part[name])),
    clientId: {
      bytes: Buffer.concat(parts.map(({ clientId }) => clientId.bytes)),
      ends: joined((_, index) => ends[index]!),
    },
  };
}
