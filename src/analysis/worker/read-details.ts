import type { Pool } from 'pg';
import { readTradeColumns } from '../../trades/read-trade-columns.js';
import { MAX_GROUPS } from '../breakdown/breakdown.js';
import { readTagCounts } from '../../trades/read-tag-counts.js';
import type { TradesAt } from '../../sessions/trades-at.js';
import {
  DETAIL_COLUMNS,
  type SortedDetails,
  type TaggedDetails,
  sortedDetails,
  taggedDetails,
} from './sorted-details.js';

/** Reads the columns of a session's trades that analyses need. */
export async function readDetails(
  pool: Pool,
  session: TradesAt,
  signal: AbortSignal,
): Promise<SortedDetails> {
  return sortedDetails(await readTradeColumns(pool, session, DETAIL_COLUMNS, optionsOf(session, signal)));
}

/** Number of trades that is assumed if the session does not know the number, because the trades may have many tags. */
const UNKNOWN = 250_000;

/** Reads the columns that analyses need and the tags that a breakdown shows. */
export async function readTaggedDetails(
  pool: Pool,
  session: TradesAt,
  signal: AbortSignal,
): Promise<TaggedDetails> {
  const tradeCount = session.tradeCount ?? UNKNOWN;
  const { counts, total } = await readTagCounts(pool, session, { most: MAX_GROUPS, tradeCount }, signal);
  const columns = [...DETAIL_COLUMNS, 'tags'] as const;
  const details = await readTradeColumns(pool, session, columns, optionsOf(session, signal));
  return taggedDetails(details, { largest: counts, others: total - counts.length });
}

const optionsOf = ({ tradeCount }: TradesAt, signal: AbortSignal) => ({
  signal,
  expected: tradeCount ?? undefined,
});
