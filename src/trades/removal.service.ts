import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/audit/author.js';
import { recordChange } from '../platform/audit/record-change.js';
import { sessionFinished } from '../shared/problems/session-finished.js';
import { SessionRuns } from '../sessions/session-runs.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SummariesService } from '../sessions/summaries.service.js';
import { isKnownEmpty } from '../sessions/summary.js';
import { RunEnds } from './run-ends.js';
import { TradesStore } from './trades.store.js';

/** Removes all trades of a session, with or without the session itself. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly summaries: SummariesService,
    private readonly store: TradesStore,
    private readonly ends: RunEnds,
    private readonly runs: SessionRuns,
  ) {}

  /**
   * Deletes a session with everything that belongs to it, in one transaction. Writes that wait for the session's lock
   * then fail with 404.
   * @throws Problem SESSION_NOT_FOUND
   */
  async removeSession(caller: Caller, id: string): Promise<void> {
    await this.ends.withLock(caller.workspaceId, id, holdsTrades, async (transaction, locked) => {
      const count = await this.store.removeAll(transaction, locked);
      // The row of the ledger is written first, because it refers to the project, which cannot be deleted while the
      // session exists.
      if (count > 0) await this.runs.end(transaction, locked, 'deleted');
      await this.runs.close(transaction, locked);
      await this.sessions.remove(transaction, locked);
      await recordChange(transaction, caller, { action: 'session.delete', resourceId: id, count });
    });
  }

  /**
   * Deletes the trades of an active session.
   * @returns the number of deleted trades
   * @throws Problem SESSION_NOT_FOUND, SESSION_FINISHED
   */
  async removeTrades(caller: Caller, id: string): Promise<number> {
    return this.ends.withLock(caller.workspaceId, id, isEmptied, async (transaction, locked) => {
      if (locked.status === 'finished') throw sessionFinished('The session is finished, so its trades stay.');
      const removed = await this.store.removeAll(transaction, locked);
      if (removed === 0) return removed;
      await this.runs.end(transaction, locked, 'emptied');
      await this.summaries.applyAnyChange(transaction, locked);
      await recordChange(transaction, caller, { action: 'trades.delete', resourceId: id, count: removed });
      return removed;
    });
  }
}

const holdsTrades = (session: Parameters<typeof isKnownEmpty>[0]): boolean => !isKnownEmpty(session);

/** Returns whether removing the trades empties the session. The trades of a finished session cannot be removed. */
const isEmptied = (session: Parameters<typeof isKnownEmpty>[0] & { readonly status: string }): boolean =>
  session.status === 'active' && holdsTrades(session);
