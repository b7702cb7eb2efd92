import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../platform/audit/author.js';
import { recordChange } from '../platform/audit/record-change.js';
import { foundOr } from '../shared/problems/problem.js';
import { SessionRuns } from '../sessions/session-runs.js';
import type { LockedSession, SessionState } from '../sessions/sessions.service.js';
import { SummariesService } from '../sessions/summaries.service.js';
import { type isKnownEmpty, isSummaryOf, summaryChange } from '../sessions/summary.js';
import { FirstAnswersService } from './first-answers.service.js';
import { RunEnds, holdsTrades, requireActive } from './run-ends.js';
import { tradeNotFound } from './trade-records.service.js';
import { TradesStore } from './trades.store.js';

/** Removes trades of active sessions. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly summaries: SummariesService,
    private readonly store: TradesStore,
    private readonly ends: RunEnds,
    private readonly runs: SessionRuns,
    private readonly answers: FirstAnswersService,
  ) {}

  /**
   * Deletes the trades of an active session.
   * @returns the number of deleted trades
   * @throws Problem SESSION_NOT_FOUND, SESSION_FINISHED
   */
  async removeTrades(caller: Caller, id: string): Promise<number> {
    return this.ends.withLock(caller.workspaceId, id, isEmptied, async (transaction, locked) => {
      requireActive(locked);
      // The summary knows the first entry and the last exit, as long as the trades exist.
      await this.summaries.refresh(transaction, locked);
      const removed = await this.store.removeAll(transaction, locked);
      if (removed === 0) return removed;
      await this.runs.end(transaction, locked, 'emptied');
      await this.answers.endRun(transaction, locked);
      await this.summaries.applyAnyChange(transaction, locked);
      await recordChange(transaction, caller, { action: 'trades.delete', resourceId: id, count: removed });
      return removed;
    });
  }

  /**
   * Removes the trades of a locked session that end after an instant, in the transaction that takes the session back.
   * @param count number of these trades
   * @param remove removes their rows
   */
  async removeAfter(
    transaction: EntityManager,
    locked: LockedSession,
    instant: number,
    count: number,
    remove: () => Promise<void>,
  ): Promise<void> {
    await this.summaries.refresh(transaction, locked);
    const removed = { exitAfter: instant };
    const answers = await this.answers.remove(transaction, locked, 'rewound', removed, instant);
    if (count === 0) return;
    await remove();
    await this.summaries.applyAnyChange(transaction, locked, answers);
    await this.endIfEmpty(transaction, locked, count);
  }

  /**
   * Deletes a trade of an active session.
   * @throws Problem SESSION_NOT_FOUND, TRADE_NOT_FOUND, SESSION_FINISHED
   */
  async removeTrade(caller: Caller, sessionId: string, id: string): Promise<void> {
    await this.ends.withLock(caller.workspaceId, sessionId, mayHoldOne, async (transaction, locked) => {
      const stored = foundOr(await this.store.findById(locked, id, transaction), tradeNotFound);
      requireActive(locked);
      await this.summaries.refresh(transaction, locked);
      const { clientId, entryTime } = stored;
      const answers = await this.answers.remove(transaction, locked, 'deleted', { clientId }, entryTime);
      await this.store.removeOne(transaction, locked, clientId);
      await this.summaries.applyChange(transaction, locked, summaryChange({ removed: [stored] }), answers);
      await this.endIfEmpty(transaction, locked, 1);
      await recordChange(transaction, caller, {
        action: 'trade.delete',
        resourceId: locked.id,
        tradeId: stored.id,
      });
    });
  }

  private async endIfEmpty(
    transaction: EntityManager,
    locked: LockedSession,
    removed: number,
  ): Promise<void> {
    if (await this.runs.endIfEmpty(transaction, locked, removed))
      await this.answers.endRun(transaction, locked);
  }
}

/** Returns whether removing the trades empties the session. The trades of a finished session cannot be removed. */
const isEmptied = (session: Parameters<typeof isKnownEmpty>[0] & { readonly status: string }): boolean =>
  session.status === 'active' && holdsTrades(session);

/** Returns whether the session may hold a single trade, whose removal ends the run. */
const mayHoldOne = (session: LockedSession | SessionState): boolean =>
  session.status === 'active' && (!isSummaryOf(session) || session.tradeCount === 1);
