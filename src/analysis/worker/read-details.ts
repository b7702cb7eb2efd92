import type { Pool } from 'pg';
import { readTradeColumns } from '../../trades/read-trade-columns.js';
import { MAX_GROUPS } from '../breakdown/breakdown.js';
import { readTagCounts } from '../../trades/read-tag-counts.js';
import type { TradesWithCount } from '../../trades/with-trade-count.js';
import {
  DETAIL_COLUMNS,
  type SortedDetails,
  type TaggedDetails,
  labelledDetails,
  sortedDetails,
  taggedDetails,
} from './sorted-details.js';

/** Reads the columns of a session's trades that analyses need. */
export async function readDetails(
  pool: Pool,
  session: TradesWithCount,
  signal: AbortSignal,
): Promise<SortedDetails> {
  return sortedDetails(await readTradeColumns(pool, session, DETAIL_COLUMNS, optionsOf(session, signal)));
}

/** Reads the columns that analyses need and the tags that a breakdown shows. */
export async function readTaggedDetails(
  pool: Pool,
  session: TradesWithCount,
  signal: AbortSignal,
): Promise<TaggedDetails> {
  const limits = { most: MAX_GROUPS, tradeCount: session.tradeCount };
  const { counts, total } = await readTagCounts(pool, session, limits, signal);
  const columns = [...DETAIL_COLUMNS, 'tags'] as const;
  const details = await readTradeColumns(pool, session, columns, optionsOf(session, signal));
  return taggedDetails(details, { largest: counts, others: total - counts.length });
}

/** Reads the columns that analyses need and all tags of each trade. */
export async function readLabelledDetails(
  pool: Pool,
  session: TradesWithCount,
  signal: AbortSignal,
): Promise<ReturnType<typeof labelledDetails>> {
  const columns = [...DETAIL_COLUMNS, 'tags'] as const;
  return labelledDetails(await readTradeColumns(pool, session, columns, optionsOf(session, signal)));
}

const optionsOf = ({ tradeCount }: TradesWithCount, signal: AbortSignal) => ({
  signal,
  expected: tradeCount,
});
