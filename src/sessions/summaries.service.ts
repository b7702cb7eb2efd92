import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AnswerDelta, NO_ANSWERS } from './answer-counts.js';
import { type LockedSession, SessionsService, isSessionNotFound } from './sessions.service.js';
import { SummariesStore } from './summaries.store.js';
import { TradeChanges } from './trade-changes.js';
import { EMPTY_SUMMARY, type Summary, type SummaryChange, type Versioned, isSummaryOf } from './summary.js';

/** The summaries of sessions: sums over all their trades, stored with each session. */
@Injectable()
export class SummariesService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly store: SummariesStore,
    private readonly changes: TradeChanges,
  ) {}

  /**
   * Raises the revision and updates the summary after trades have been inserted, edited or removed. Call it in the
   * transaction that locks the session, after all trade rows are written.
   * @param answers what the change adds to the counts of answers
   */
  async applyChange(
    transaction: EntityManager,
    session: LockedSession,
    change: SummaryChange,
    answers: AnswerDelta = NO_ANSWERS,
  ): Promise<void> {
    if (isSummaryOf(session)) {
      await this.store.addChange(transaction, session, change, answers);
      this.changes.changed(session);
    } else await this.applyAnyChange(transaction, session, answers);
  }

  /**
   * Like `applyChange`, for bulk changes such as the removal of all trades: recomputes the summary from the remaining
   * trades.
   */
  async applyAnyChange(
    transaction: EntityManager,
    session: Pick<LockedSession, 'workspaceId' | 'id'>,
    answers: AnswerDelta = NO_ANSWERS,
  ): Promise<void> {
    await this.store.recompute(transaction, session, 1);
    if (answers !== NO_ANSWERS) await this.store.addAnswers(transaction, session, answers);
    this.changes.changed(session);
  }

  /**
   * Stores the summary of a session if the stored summary is not up to date. Does nothing if the session has been
   * deleted.
   */
  async complete(workspaceId: string, id: string): Promise<void> {
    await this.sessions
      .withLock(workspaceId, id, (transaction, session) => this.refresh(transaction, session))
      .catch((error: unknown) => {
        if (!isSessionNotFound(error)) throw error;
      });
  }

  /** Stores the summary of a locked session if the stored summary is not up to date. */
  async refresh(transaction: EntityManager, session: LockedSession): Promise<void> {
    if (!isSummaryOf(session)) await this.store.recompute(transaction, session, 0);
  }

  /**
   * Returns the summaries of sessions of one workspace, in the order of the sessions. Computes a summary if the stored
   * summary is not up to date.
   * @param transaction in which the sessions were read, if any
   */
  async list(
    workspaceId: string,
    sessions: readonly (Versioned & Summary)[],
    transaction?: EntityManager,
  ): Promise<Summary[]> {
    const outdated = sessions.filter((session) => !isSummaryOf(session)).map(({ id }) => id);
    if (outdated.length === 0) return [...sessions];
    const computed = await this.store.compute(workspaceId, outdated, transaction);
    return sessions.map((session) =>
      isSummaryOf(session) ? session : (computed.get(session.id) ?? EMPTY_SUMMARY),
    );
  }
}
