import type { Pool } from 'pg';
import type { IdColumn, TextColumn } from '../platform/database/copy/copied-columns.js';
import type { ColumnKind } from '../platform/database/copy/copy-decoder.js';
import { type CopyOptions, copyOut, uuidLiteral } from '../platform/database/copy/copy-out.js';
import type { SessionKey } from '../sessions/session.entity.js';
import { type AnswerColumns, CHANGE, LOOK } from './answer-columns.js';

/** The answers of a session in any order, with their ids. */
export interface AnswerRows {
  readonly answers: AnswerColumns;
  readonly ids: IdColumn;
  readonly clientIds: TextColumn;
}

/** The columns that both tables have. */
const SHARED = {
  entryTime: ['entry_time', 'int8'],
  exitTime: ['exit_time', 'int8'],
  plGross: ['pl_gross', 'float8'],
  plNet: ['pl_net', 'float8'],
  plPct: ['pl_pct', 'float8'],
  feesPaid: ['fees_paid', 'float8'],
  rMultiple: ['r_multiple', 'float8'],
  direction: [`CASE side WHEN 'long' THEN 1 ELSE -1 END`, 'int4'],
  look: [
    `CASE second_look WHEN 'run' THEN ${LOOK.run} WHEN 'earlier-run' THEN ${LOOK.earlierRun} ELSE ${LOOK.none} END`,
    'int4',
  ],
} as const satisfies Readonly<Record<string, readonly [sql: string, kind: ColumnKind]>>;

const CHANGE_OF_ROW = `CASE kind WHEN 'costs' THEN ${CHANGE.costs} WHEN 'edited' THEN ${CHANGE.edited} ELSE ${CHANGE.gone} END`;

const NUMBERS = [...Object.keys(SHARED), 'change', 'at'];
const KINDS: readonly ColumnKind[] = [
  'uuid',
  'text',
  ...Object.values(SHARED).map(([, kind]) => kind),
  'int4',
  'int8',
];

/**
 * Reads the stored trades of a session, and the first versions of the trades that were changed or removed. One statement
 * reads both tables, so that a first version never appears without its trade. This file imports nothing of Nest or
 * TypeORM, so that a worker thread starts quickly.
 */
export async function readAnswerRows(
  pool: Pool,
  { workspaceId, id }: SessionKey,
  options: CopyOptions,
): Promise<AnswerRows> {
  const shared = Object.values(SHARED).map(([sql]) => sql);
  const ofSession = `workspace_id = ${uuidLiteral(workspaceId)} AND session_id = ${uuidLiteral(id)}`;
  const select = `SELECT ${['id', 'client_id', ...shared, CHANGE.none, 'created_at'].join(', ')}
      FROM trades WHERE ${ofSession}
    UNION ALL
    SELECT ${['trade_id', 'client_id', ...shared, CHANGE_OF_ROW, 'changed_at'].join(', ')}
      FROM first_answers WHERE ${ofSession}`;
  const rows = await copyOut(pool, select, KINDS, options);
  const numbers = NUMBERS.map((name, i) => [name, rows.numbers(i + 2)] as const);
  return {
    answers: { count: rows.count, ...Object.fromEntries(numbers) } as unknown as AnswerColumns,
    ids: rows.ids(0),
    clientIds: rows.texts(1),
  };
}
