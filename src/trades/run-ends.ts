import { Injectable, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RunFigures } from '../sessions/run-figures.js';
import {
  type BeginTransaction,
  type LockedSession,
  type SessionState,
  SessionsService,
} from '../sessions/sessions.service.js';
import { isKnownEmpty } from '../sessions/summary.js';
import { sessionFinished } from '../shared/problems/session-finished.js';

const ATTEMPTS = 3;

/** Maximum time to compute the figures of a run that ends, ms. After this time, the run ends without figures. */
const MAX_DURATION_MS = 10_000;

/** Runs writes that may remove all trades of a session, after its figures are stored. */
@Injectable()
export class RunEnds {
  constructor(
    private readonly sessions: SessionsService,
    @Optional() private readonly figures?: RunFigures,
  ) {}

  /**
   * Runs work like `SessionsService.withLock`. If the work may remove all trades, the figures of the session are stored
   * before the session is locked, if the module of the ledger is there. Trades must not be read under the lock: on the embedded database, the read would wait
   * for the transaction that holds the lock. If the session changes before it is locked, its figures are stored again.
   * @param begin as in `SessionsService.withLock`
   * @throws Problem SESSION_NOT_FOUND, BUSY
   */
  async withLock<Result>(
    workspaceId: string,
    id: string,
    mayEnd: (session: LockedSession | SessionState) => boolean,
    work: (transaction: EntityManager, session: LockedSession) => Promise<Result>,
    begin?: BeginTransaction<Result>,
  ): Promise<Result> {
    const signal = AbortSignal.timeout(MAX_DURATION_MS);
    for (let attempt = 1; ; attempt += 1) {
      const seen = await this.sessions.getState(workspaceId, id);
      const stored = mayEnd(seen) && this.figures ? await this.figures.prepare(seen, signal) : seen.revision;
      const isLast = stored === null || attempt === ATTEMPTS || signal.aborted;
      const prepared = (session: LockedSession) => isLast || !mayEnd(session) || session.revision === stored;
      try {
        return await this.sessions.withLock(
          workspaceId,
          id,
          (transaction, session) => {
            if (!prepared(session)) throw new SessionChanged();
            return work(transaction, session);
          },
          begin,
        );
      } catch (error) {
        if (!(error instanceof SessionChanged)) throw error;
      }
    }
  }
}

/** The session has changed since its figures were stored, so the transaction is repeated. */
class SessionChanged extends Error {}

export const holdsTrades = (session: Parameters<typeof isKnownEmpty>[0]): boolean => !isKnownEmpty(session);

/** @throws Problem SESSION_FINISHED */
export function requireActive({ status }: Pick<LockedSession, 'status'>): void {
  if (status === 'finished') throw sessionFinished('The session is finished, so its trades stay.');
}
