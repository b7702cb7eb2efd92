import type { Pool } from 'pg';
import { readOhlcMinutes } from '../../src/candles/store/read-minutes.js';
import type { StoredMarket } from '../../src/review/desk/report-task.js';
import { DAY_MS } from '../../src/shared/market/intervals.js';
import { aggregated, intervalFor } from '../report/coarser-candles.js';
import type { SheetCandles, SheetTrade } from '../report/sheet-data.js';

/**
 * Maximum number of bars of a market in a report. This number is enough to look at single trades, and keeps the file
 * small enough for mail.
 */
const MAX_REPORT_BARS = 4_000;

/**
 * Maximum duration of the candles in a report: the last year of a longer session. Reading the minutes of a year takes a
 * second.
 */
const MAX_DURATION_MS = 366 * DAY_MS;

/** Margin before the first and after the last trade, as a share of the time between these trades. */
const ROOM = 0.02;
const MIN_ROOM_MS = 30 * 60_000;

/** Returns the stored bars around the trades of each market. A market without bars is left out. */
export async function readSheetCandles(
  pool: Pool,
  markets: readonly StoredMarket[],
  trades: readonly SheetTrade[],
  signal: AbortSignal,
): Promise<SheetCandles[]> {
  const candles: SheetCandles[] = [];
  for (const { symbol, feed, seriesId } of markets) {
    const span = shownSpan(trades.filter((trade) => trade.symbol === symbol && trade.feed === feed));
    if (!span) continue;
    const minutes = await readOhlcMinutes(pool, seriesId, [span], signal);
    if (minutes.count === 0) continue;
    const { ts: times, open, high, low, close } = minutes;
    const intervalMs = intervalFor(times[minutes.count - 1]! - times[0]!, MAX_REPORT_BARS);
    candles.push({ symbol, feed, intervalMs, ...aggregated({ times, open, high, low, close }, intervalMs) });
  }
  return candles;
}

function shownSpan(trades: readonly SheetTrade[]): { readonly start: number; readonly end: number } | null {
  if (trades.length === 0) return null;
  const first = trades.reduce((first, { entryTime }) => Math.min(first, entryTime), Infinity);
  const last = trades.reduce((last, { exitTime }) => Math.max(last, exitTime), 0);
  const room = Math.max(MIN_ROOM_MS, Math.round((last - first) * ROOM));
  return { start: Math.max(first, last - MAX_DURATION_MS) - room, end: last + room };
}
