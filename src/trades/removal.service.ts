import { Injectable } from '@nestjs/common';
import { Problem } from '../common/problem.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { TradesStore } from './trades.store.js';

/** Removes all trades of a session, alone or with the session. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly store: TradesStore,
  ) {}

  /**
   * Deletes a session with everything that it has, in one transaction. Writes that wait for its lock find it gone.
   * @throws Problem SESSION_NOT_FOUND
   */
  async removeSession(workspaceId: string, id: string): Promise<void> {
    await this.sessions.withLock(workspaceId, id, async (transaction, locked) => {
      await this.store.removeAll(transaction, locked);
      await this.sessions.remove(transaction, locked);
    });
  }

  /**
   * Deletes the trades of an active session.
   * @returns how many there were
   * @throws Problem SESSION_NOT_FOUND, SESSION_FINISHED
   */
  async removeTrades(workspaceId: string, id: string): Promise<number> {
    return this.sessions.withLock(workspaceId, id, async (transaction, locked) => {
      if (locked.status === 'finished')
        throw new Problem('SESSION_FINISHED', 'Trades of a finished session cannot be deleted.');
      const removed = await this.store.removeAll(transaction, locked);
      if (removed > 0) await this.sessions.applyAnyChange(transaction, locked);
      return removed;
    });
  }
}
