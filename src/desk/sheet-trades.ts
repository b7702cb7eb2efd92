import type { Pool } from 'pg';
import type { TextColumn } from '../database/copy/copy-decoder.js';
import { copyOut, uuidLiteral } from '../database/copy/copy-out.js';
import type { SheetTrade } from '../report/sheet-data.js';
import type { SessionKey } from '../sessions/session.entity.js';

const NUMBERS = [
  'entry_time',
  'exit_time',
  'qty',
  'entry_price',
  'exit_price',
  'stop_loss',
  'take_profit',
  'pl_net',
  'pl_pct',
  'r_multiple',
] as const;
const TEXTS = ['id::text', 'symbol', 'feed', 'side', 'note', 'array_to_json(tags)::text'] as const;
const KINDS = [
  ...(['int8', 'int8'] as const),
  ...NUMBERS.slice(2).map(() => 'float8' as const),
  ...TEXTS.map(() => 'text' as const),
];

/** The first trades of a session in trade order, as a sheet shows them. */
export async function readSheetTrades(
  pool: Pool,
  { workspaceId, id }: SessionKey,
  most: number,
  signal: AbortSignal,
): Promise<SheetTrade[]> {
  const select = `SELECT ${[...NUMBERS, ...TEXTS].join(', ')} FROM trades
    WHERE workspace_id = ${uuidLiteral(workspaceId)} AND session_id = ${uuidLiteral(id)}
    ORDER BY exit_time, entry_time, client_id LIMIT ${most}`;
  const rows = await copyOut(pool, select, KINDS, signal);
  const numbers = NUMBERS.map((_, column) => rows.numbers(column));
  const texts = TEXTS.map((_, column) => textsOf(rows.texts(NUMBERS.length + column)));
  return Array.from({ length: rows.count }, (_, row) => {
    const number = (name: (typeof NUMBERS)[number]) => numbers[NUMBERS.indexOf(name)]![row]!;
    const orNull = (name: (typeof NUMBERS)[number]) => (Number.isNaN(number(name)) ? null : number(name));
    const text = (name: (typeof TEXTS)[number]) => texts[TEXTS.indexOf(name)]![row]!;
    return {
      id: text('id::text'),
      symbol: text('symbol'),
      feed: text('feed'),
      side: text('side'),
      qty: number('qty'),
      entryPrice: number('entry_price'),
      entryTime: number('entry_time'),
      exitPrice: number('exit_price'),
      exitTime: number('exit_time'),
      stopLoss: orNull('stop_loss'),
      takeProfit: orNull('take_profit'),
      plNet: number('pl_net'),
      plPct: number('pl_pct'),
      rMultiple: orNull('r_multiple'),
      note: text('note'),
      tags: JSON.parse(text('array_to_json(tags)::text')) as string[],
    };
  });
}

const textsOf = ({ bytes, ends }: TextColumn): string[] =>
  Array.from(ends, (end, row) => bytes.toString('utf8', row === 0 ? 0 : ends[row - 1], end));
