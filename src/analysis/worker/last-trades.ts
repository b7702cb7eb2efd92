import type { Pool } from 'pg';
import type { SessionKey } from '../../sessions/session.entity.js';
import { readTradeColumns } from '../../trades/read-trade-columns.js';
import { DETAIL_COLUMNS, type SortedDetails, sortedDetails } from './sorted-details.js';

/** The trades of a session as they were at a revision of it. */
export interface TradesAt extends SessionKey {
  readonly revision: number;
}

export const toTradesAt = ({ workspaceId, id, revision }: TradesAt): TradesAt => ({
  workspaceId,
  id,
  revision,
});

/** More trades than these, of about 250 bytes each, are not kept. */
const MOST_TRADES = 50_000;

/**
 * The trades of the session that was read last: a page and a report ask for ten analyses of a session, one after the other.
 * They are not changed by an analysis.
 */
export class LastTrades {
  private last: { readonly of: TradesAt; readonly details: SortedDetails } | null = null;

  /** The trades without their tags, from memory or read. */
  async read(pool: Pool, session: TradesAt, signal: AbortSignal): Promise<SortedDetails> {
    if (this.last && isSame(this.last.of, session)) return this.last.details;
    this.last = null;
    const details = sortedDetails(await readTradeColumns(pool, session, DETAIL_COLUMNS, { signal }));
    if (details.trades.count <= MOST_TRADES) this.last = { of: session, details };
    return details;
  }
}

const isSame = (one: TradesAt, other: TradesAt): boolean =>
  one.workspaceId === other.workspaceId && one.id === other.id && one.revision === other.revision;
