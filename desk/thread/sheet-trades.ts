import type { Pool } from 'pg';
import { idAt, textAt } from '../../src/platform/database/copy/copied-columns.js';
import type { SheetTrade } from '../report/sheet-data.js';
import type { SessionKey } from '../../src/sessions/session.entity.js';
import { readTradeColumns } from '../../src/trades/read-trade-columns.js';

const SHEET_COLUMNS = [
  ...(['id', 'symbol', 'feed', 'side', 'qty', 'entryPrice', 'entryTime', 'exitPrice', 'exitTime'] as const),
  ...(['givenStopLoss', 'takeProfit', 'plNet', 'plPct', 'rMultiple', 'note', 'tags'] as const),
];

/** Returns the first trades of a session, in trade order and in the form of a sheet. */
export async function readSheetTrades(
  pool: Pool,
  session: SessionKey,
  most: number,
  signal: AbortSignal,
): Promise<SheetTrade[]> {
  const read = await readTradeColumns(pool, session, SHEET_COLUMNS, { most, isOrdered: true, signal });
  return Array.from({ length: read.count }, (_, row) => ({
    id: idAt(read.id, row),
    symbol: textAt(read.symbol, row),
    feed: textAt(read.feed, row),
    side: textAt(read.side, row),
    qty: read.qty[row]!,
    entryPrice: read.entryPrice[row]!,
    entryTime: read.entryTime[row]!,
    exitPrice: read.exitPrice[row]!,
    exitTime: read.exitTime[row]!,
    stopLoss: orNull(read.givenStopLoss[row]!),
    takeProfit: orNull(read.takeProfit[row]!),
    plNet: read.plNet[row]!,
    plPct: read.plPct[row]!,
    rMultiple: orNull(read.rMultiple[row]!),
    note: textAt(read.note, row),
    tags: JSON.parse(textAt(read.tags, row)) as string[],
  }));
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
