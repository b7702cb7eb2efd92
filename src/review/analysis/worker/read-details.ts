import type { Pool } from 'pg';
import { readTradeColumns } from '../../../trades/read-trade-columns.js';
import { MAX_GROUPS } from '../breakdown/breakdown.js';
import { readTagCounts } from '../../../trades/read-tag-counts.js';
import type { TradesWithCount } from '../../../trades/with-trade-count.js';
import {
  DETAIL_COLUMNS,
  type SortedDetails,
  type TaggedDetails,
  labelledDetails,
  sortedDetails,
  taggedDetails,
} from './sorted-details.js';
import type { MoreColumn } from '../tasks/trade-task.js';

/**
 * Reads the columns of a session's trades that analyses need.
 * @param more columns that only this analysis needs
 */
export async function readDetails<More extends MoreColumn = never>(
  pool: Pool,
  session: TradesWithCount,
  signal: AbortSignal,
  more: readonly More[] = [],
): Promise<SortedDetails<More>> {
  const columns = [...DETAIL_COLUMNS, ...more];
  return sortedDetails<More>(
    await readTradeColumns(pool, session, columns, optionsOf(session, signal)),
    more,
  );
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

/**
 * Reads the columns that analyses need and all tags of each trade.
 * @param more columns that only this analysis needs
 */
export async function readLabelledDetails<More extends MoreColumn = never>(
  pool: Pool,
  session: TradesWithCount,
  signal: AbortSignal,
  more: readonly More[] = [],
): Promise<ReturnType<typeof labelledDetails<More>>> {
  const columns = [...DETAIL_COLUMNS, ...more, 'tags'] as const;
  return labelledDetails<More>(
    await readTradeColumns(pool, session, columns, optionsOf(session, signal)),
    more,
  );
}

const optionsOf = ({ tradeCount }: TradesWithCount, signal: AbortSignal) => ({
  signal,
  expected: tradeCount,
});
