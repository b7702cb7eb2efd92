import type { Session, SessionKey } from './session.entity.js';
import { isSummaryOf } from './summary.js';

/** The trades of a session at a revision of the session. */
export interface TradesAt extends SessionKey {
  readonly revision: number;
  /** Number of trades; null if the session does not store the number. */
  readonly tradeCount: number | null;
}

export type SessionAt = SessionKey & Pick<Session, 'revision' | 'summaryRevision' | 'tradeCount'>;

export function toTradesAt(session: SessionAt): TradesAt {
  const { workspaceId, id, revision } = session;
  return { workspaceId, id, revision, tradeCount: isSummaryOf(session) ? session.tradeCount : null };
}
