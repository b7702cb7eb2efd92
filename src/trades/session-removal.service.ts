import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../platform/audit/author.js';
import { recordChange } from '../platform/audit/record-change.js';
import { SeenSpansStore } from '../sessions/seen-spans.store.js';
import { SessionRuns } from '../sessions/session-runs.js';
import { type LockedSession, SessionsService } from '../sessions/sessions.service.js';
import { SummariesService } from '../sessions/summaries.service.js';
import { RunEnds, holdsTrades } from './run-ends.js';
import { TradesStore } from './trades.store.js';

/** Removes sessions with their trades. */
@Injectable()
export class SessionRemovalService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly summaries: SummariesService,
    private readonly store: TradesStore,
    private readonly ends: RunEnds,
    private readonly runs: SessionRuns,
    private readonly seen: SeenSpansStore,
  ) {}

  /**
   * Deletes a session with everything that belongs to it, in one transaction. Writes that wait for the session's lock
   * then fail with 404.
   * @throws Problem SESSION_NOT_FOUND
   */
  async removeSession(caller: Caller, id: string): Promise<void> {
    await this.ends.withLock(caller.workspaceId, id, holdsTrades, (transaction, locked) =>
      this.removeLocked(transaction, caller, locked),
    );
  }

  /** Deletes a session in the transaction that locks it. */
  async removeLocked(transaction: EntityManager, caller: Caller, locked: LockedSession): Promise<void> {
    // The summary knows the first entries and the last exits, as long as the trades exist.
    await this.summaries.refresh(transaction, locked);
    await this.seen.keep(transaction, locked);
    const count = await this.store.removeAll(transaction, locked);
    // The row of the ledger is written first, because it refers to the project, which cannot be deleted while the
    // session exists.
    if (count > 0) await this.runs.end(transaction, locked, 'deleted');
    await this.runs.close(transaction, locked);
    await this.sessions.remove(transaction, locked);
    await recordChange(transaction, caller, { action: 'session.delete', resourceId: locked.id, count });
  }
}
