import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Session } from './session.entity.js';
import type { LockedSession } from './sessions.store.js';
import { type Versioned, isSummaryOf } from './summary.js';
import { type Trial, storedStudy } from './trial.js';
import { FIGURES_VERSION } from './figures-version.js';
import { TrialsStore } from './trials.store.js';

/**
 * Keeps the ledger of tries. A run begins with the first trades of a session, and ends when the session is emptied or
 * deleted. A row of the ledger is one run in one study. Each method runs in the transaction that locks the session.
 */
@Injectable()
export class SessionRuns {
  constructor(private readonly store: TrialsStore) {}

  /**
   * Begins a run if the session had no trades, or has no run. Executes no statement if the session has a run, and an
   * up-to-date summary with trades. Call this method after the summary is updated.
   * @param session as it was before the trades were stored
   */
  async begin(
    transaction: EntityManager,
    session: Pick<Session, 'run' | 'tradeCount'> & Versioned,
    newTrades: number,
  ): Promise<void> {
    if (session.run !== null && isSummaryOf(session) && session.tradeCount > 0) return;
    const begun = await this.store.numberRun(transaction, session, newTrades);
    if (!begun) return;
    const { createdAt, ...run } = begun;
    if (run.run > 1) await this.store.endEarlier(transaction, session, run.run);
    await this.store.insert(
      transaction,
      { workspaceId: session.workspaceId, id: session.id, ...run },
      createdAt,
    );
  }

  /**
   * Returns the number of the run of a session's trades. Begins the run if an older version of the service has stored
   * the trades.
   */
  async register(
    transaction: EntityManager,
    session: Pick<Session, 'workspaceId' | 'id' | 'run'>,
  ): Promise<number> {
    const begun = await this.store.numberUncountedRun(transaction, session);
    if (!begun) return session.run ?? 1;
    const { createdAt, ...run } = begun;
    await this.store.insert(
      transaction,
      { workspaceId: session.workspaceId, id: session.id, ...run },
      createdAt,
    );
    return run.run;
  }

  /**
   * Ends the run of a session when all its trades are removed. The run keeps the figures at the revision before the
   * removal. Call it before a session is deleted.
   * @param session as it was before the removal
   */
  async end(transaction: EntityManager, session: LockedSession, ended: 'deleted' | 'emptied'): Promise<void> {
    await this.register(transaction, session);
    await this.store.end(transaction, session, FIGURES_VERSION, ended);
  }

  /**
   * Ends the run if no trades are left. Call it after the summary is updated.
   * @param session as it was before the removal
   * @returns whether the run has ended
   */
  async endIfEmpty(transaction: EntityManager, session: LockedSession): Promise<boolean> {
    const isEmpty = (await this.store.tradeCount(transaction, session)) === 0;
    if (isEmpty) await this.end(transaction, session, 'emptied');
    return isEmpty;
  }

  /** Ends the rows of a session that is deleted while it has no trades. */
  async close(transaction: EntityManager, session: LockedSession): Promise<void> {
    await this.store.endAll(transaction, session);
  }

  /**
   * Updates the ledger after a change of the labels. If the study has changed, the row of the run ends as moved, and a
   * row in the new study begins.
   * @param session as it was before the change
   */
  async relabel(
    transaction: EntityManager,
    session: Session,
    trial: Trial,
    holdsTrades: boolean,
  ): Promise<void> {
    const study = storedStudy(trial);
    if (study !== storedStudy(session.trial) && holdsTrades) {
      const run = await this.register(transaction, session);
      await this.store.endMoved(transaction, session, run);
      const { workspaceId, id, projectId } = session;
      await this.store.insert(transaction, { workspaceId, id, projectId, study, run }, Date.now());
    }
    await this.store.labelFigures(transaction, session, study, trial.parameters);
  }
}
