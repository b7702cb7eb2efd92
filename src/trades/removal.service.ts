import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/audit/author.js';
import { recordChange } from '../platform/audit/record-change.js';
import { foundOr } from '../shared/problems/problem.js';
import { sessionFinished } from '../shared/problems/session-finished.js';
import { SeenSpansStore } from '../sessions/seen-spans.store.js';
import { SessionRuns } from '../sessions/session-runs.js';
import { type LockedSession, type SessionState, SessionsService } from '../sessions/sessions.service.js';
import { SummariesService } from '../sessions/summaries.service.js';
import { isKnownEmpty, isSummaryOf, summaryChange } from '../sessions/summary.js';
import { RunEnds } from './run-ends.js';
import { tradeNotFound } from './trade-records.service.js';
import { Trade } from './trade.entity.js';
import { TradesStore } from './trades.store.js';

/** Removes trades: one trade, all trades of a session, or a session with all its trades. */
@Injectable()
export class RemovalService {
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
    await this.ends.withLock(caller.workspaceId, id, holdsTrades, async (transaction, locked) => {
      // The summary knows the first entries and the last exits, as long as the trades exist.
      await this.summaries.refresh(transaction, locked);
      await this.seen.keep(transaction, locked);
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
      requireActive(locked);
      const removed = await this.store.removeAll(transaction, locked);
      if (removed === 0) return removed;
      await this.runs.end(transaction, locked, 'emptied');
      await this.summaries.applyAnyChange(transaction, locked);
      await recordChange(transaction, caller, { action: 'trades.delete', resourceId: id, count: removed });
      return removed;
    });
  }

  /**
   * Deletes a trade of an active session.
   * @throws Problem SESSION_NOT_FOUND, TRADE_NOT_FOUND, SESSION_FINISHED
   */
  async removeTrade(caller: Caller, sessionId: string, id: string): Promise<void> {
    await this.ends.withLock(caller.workspaceId, sessionId, mayHoldOne, async (transaction, locked) => {
      const stored = foundOr(await this.store.findById(locked, id, transaction), tradeNotFound);
      requireActive(locked);
      const { workspaceId, clientId } = stored;
      await transaction.delete(Trade, { workspaceId, sessionId: locked.id, clientId });
      await this.summaries.applyChange(transaction, locked, summaryChange({ removed: [stored] }));
      await this.runs.endIfEmpty(transaction, locked);
      await recordChange(transaction, caller, {
        action: 'trade.delete',
        resourceId: locked.id,
        tradeId: stored.id,
      });
    });
  }
}

function requireActive({ status }: LockedSession): void {
  if (status === 'finished') throw sessionFinished('The session is finished, so its trades stay.');
}

const holdsTrades = (session: Parameters<typeof isKnownEmpty>[0]): boolean => !isKnownEmpty(session);

/** Returns whether removing the trades empties the session. The trades of a finished session cannot be removed. */
const isEmptied = (session: Parameters<typeof isKnownEmpty>[0] & { readonly status: string }): boolean =>
  session.status === 'active' && holdsTrades(session);

/** Returns whether the session may hold a single trade, whose removal ends the run. */
const mayHoldOne = (session: LockedSession | SessionState): boolean =>
  session.status === 'active' && (!isSummaryOf(session) || session.tradeCount === 1);
