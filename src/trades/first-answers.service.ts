import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AnswerDelta, NO_ANSWERS } from '../sessions/answer-counts.js';
import type { SessionKey } from '../sessions/session.entity.js';
import type { LockedSession } from '../sessions/sessions.service.js';
import { isKnownEmpty } from '../sessions/summary.js';
import { ShownTimesStore } from '../sessions/shown-times.store.js';
import { answerChange, largerChange } from './answer-change.js';
import { FirstAnswersStore, type RemovedTrades } from './first-answers.store.js';
import { NewAnswers, restoredBy } from './new-answers.js';
import type { Trade } from './trade.entity.js';

const NOTHING_SHOWN = { inRun: [], inEarlierRuns: [] };

/**
 * Keeps the answers of a session as they were first given: the first versions of trades that are changed or removed,
 * and the marks of trades that were made with the outcome known. Each write runs in the transaction that locks the
 * session. The caller adds the returned changes to the counts of the session.
 */
@Injectable()
export class FirstAnswersService {
  constructor(
    private readonly store: FirstAnswersStore,
    private readonly shown: ShownTimesStore,
  ) {}

  /** Begins an insert of trades. */
  async beginInsert(transaction: EntityManager, session: LockedSession): Promise<NewAnswers> {
    // An instance of an earlier version has removed all trades, and has not ended the run.
    const isOver = isKnownEmpty(session) && session.changedAnswers !== null && session.changedAnswers > 0;
    if (isOver) await this.endRun(transaction, session);
    const hasShownTimes = isOver || session.hasShownTimes;
    return new NewAnswers(hasShownTimes ? await this.shown.find(transaction, session) : NOTHING_SHOWN);
  }

  /**
   * Sets the marks of new trades before they are inserted. A trade that equals the first version of a removed trade
   * restores it: the removed trade then counts as kept, changed at most in costs, point value or stop.
   */
  async mark(
    transaction: EntityManager,
    session: LockedSession,
    answers: NewAnswers,
    trades: readonly Trade[],
  ): Promise<void> {
    // Of a session that an earlier version has stored, no first version is kept before this version changes a trade.
    if (!session.changedAnswers || trades.length === 0) return answers.mark(trades);
    const restored = restoredBy(trades, await this.store.removedLike(transaction, session, trades));
    const unchanged: string[] = [];
    for (const [trade, removed] of restored) {
      const { id: tradeId, clientId, createdAt: changedAt } = trade;
      const kind = answerChange(removed, trade);
      if (kind === null) unchanged.push(removed.tradeId);
      else await this.store.update(transaction, removed, { tradeId, clientId, kind, changedAt });
    }
    if (unchanged.length > 0) await this.store.remove(transaction, session, unchanged);
    answers.mark(trades, restored);
  }

  /** Sets the marks that new trades of a session would have, and writes nothing. */
  async markDry(manager: EntityManager, session: SessionKey, trades: readonly Trade[]): Promise<void> {
    if (trades.length === 0) return;
    const shown = await this.shown.find(manager, session);
    if (shown.inRun.length + shown.inEarlierRuns.length === 0) return;
    const restored = restoredBy(trades, await this.store.removedLike(manager, session, trades));
    new NewAnswers(shown).mark(trades, restored);
  }

  /** Keeps the first version of a trade that is edited. An edit that is taken back removes the first version again. */
  async edit(
    transaction: EntityManager,
    session: LockedSession,
    before: Trade,
    after: Trade,
  ): Promise<AnswerDelta> {
    const kind = answerChange(before, after);
    if (kind === null) return NO_ANSWERS;
    if (await this.store.keepEdited(transaction, before, kind)) return { ...NO_ANSWERS, changedAnswers: 1 };
    const first = (await this.store.find(transaction, before))!;
    const change = answerChange(first, after);
    if (change === null) {
      await this.store.remove(transaction, session, [first.tradeId]);
      return { ...NO_ANSWERS, changedAnswers: -1 };
    }
    const changes = { kind: largerChange(first.kind, change), changedAt: Date.now() };
    await this.store.update(transaction, first, changes);
    return NO_ANSWERS;
  }

  /**
   * Keeps the first versions of trades that are about to be removed, and adds the time from `to` to the front of the run
   * to the times that were shown. If a removed trade has been edited, its first version counts: the time begins at its
   * first entry, unless a rewind would have removed the first version, too. The summary of the session must be up to date.
   */
  async remove(
    transaction: EntityManager,
    session: LockedSession,
    kind: 'deleted' | 'rewound',
    removed: RemovedTrades,
    to: number,
  ): Promise<AnswerDelta> {
    const kept = await this.store.keepRemoved(transaction, session, kind, removed);
    const edited = kept.filter(({ isNew, exitTime }) => !isNew && (kind === 'deleted' || exitTime <= to));
    const since = edited.reduce((least, { entryTime }) => Math.min(least, entryTime), to);
    await this.shown.stepBack(transaction, session, since);
    return {
      ...NO_ANSWERS,
      changedAnswers: kept.filter(({ isNew }) => isNew).length,
      earlierLooks: -kept.filter(({ secondLook }) => secondLook === 'earlier-run').length,
    };
  }

  /**
   * Begins the next run of a session that is emptied: without first versions and without times shown, except that the
   * time of the run counts as shown in an earlier run. Call it after the ledger has the counts of the run.
   */
  async endRun(transaction: EntityManager, session: LockedSession): Promise<void> {
    const firstEntry = await this.store.removeAll(transaction, session);
    await this.shown.endRun(transaction, session, firstEntry);
  }
}
