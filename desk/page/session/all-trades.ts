import { listTrades, type Trade } from '../../api/trades.js';
import type { FiguresOf } from '../../api/figures.js';
import { MAX_DRAWN_TRADES } from '../../report/analyses/excursions/all-excursions.js';

const PAGE = 500;

/** Returns trades in trade order, limited to the number of trades that a chart shows. */
export async function allTrades({ sessionId }: FiguresOf, signal: AbortSignal): Promise<readonly Trade[]> {
  const all: Trade[] = [];
  let cursor: string | undefined;
  do {
    const page = await listTrades(sessionId, { cursor, count: PAGE }, signal);
    all.push(...page.trades);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && all.length < MAX_DRAWN_TRADES);
  return all;
}
