import type { Session, SessionKey } from './session.entity.js';
import { isSummaryOf } from './summary.js';

/** The trades of a session as they were at a revision of it. */
export interface TradesAt extends SessionKey {
  readonly revision: number;
  /** How many there are; null where the session does not know it. */
  readonly tradeCount: number | null;
}

export type SessionAt = SessionKey & Pick<Session, 'revision' | 'summaryRevision' | 'tradeCount'>;

export function toTradesAt(session: SessionAt): TradesAt {
  const { workspaceId, id, revision } = session;
  return { workspaceId, id, revision, tradeCount: isSummaryOf(session) ? session.tradeCount : null };
}
