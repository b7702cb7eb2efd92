import { Injectable } from '@nestjs/common';
import type { Caller } from '../audit/author.js';
import { recordChange } from '../audit/record-change.js';
import { sessionFinished } from '../problems/session-finished.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SummariesService } from '../sessions/summaries.service.js';
import { TradesStore } from './trades.store.js';

/** Removes all trades of a session, with or without the session itself. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly summaries: SummariesService,
    private readonly store: TradesStore,
  ) {}

  /**
   * Deletes a session with everything that belongs to it, in one transaction. Writes that wait for the session's lock
   * then fail with 404.
   * @throws Problem SESSION_NOT_FOUND
   */
  async removeSession(caller: Caller, id: string): Promise<void> {
    await this.sessions.withLock(caller.workspaceId, id, async (transaction, locked) => {
      const count = await this.store.removeAll(transaction, locked);
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
    return this.sessions.withLock(caller.workspaceId, id, async (transaction, locked) => {
      if (locked.status === 'finished') throw sessionFinished('The session is finished, so its trades stay.');
      const removed = await this.store.removeAll(transaction, locked);
      if (removed === 0) return removed;
      await this.summaries.applyAnyChange(transaction, locked);
      await recordChange(transaction, caller, { action: 'trades.delete', resourceId: id, count: removed });
      return removed;
    });
  }
}
