import { Injectable, Logger } from '@nestjs/common';
import { AnalysisQueue } from '../analysis/service/analysis-queue.js';
import type { RunFiguresOf } from '../analysis/run-figures/run-figures.js';
import { runTask } from '../analysis/run-figures/run-figures.task.js';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import type { RunFigures } from '../../sessions/run-figures.js';
import type { SessionKey } from '../../sessions/session.entity.js';
import { SessionsService, isSessionNotFound } from '../../sessions/sessions.service.js';
import { isKnownEmpty } from '../../sessions/summary.js';
import { toTradesAt } from '../../sessions/trades-at.js';
import { type FiguredSession, SessionFiguresStore } from './session-figures.store.js';

const ATTEMPTS = 3;

/** Computes and stores the figures of sessions, for analyses of whole studies. */
@Injectable()
export class SessionFiguresService implements RunFigures {
  private readonly logger = new Logger(SessionFiguresService.name);

  constructor(
    private readonly store: SessionFiguresStore,
    private readonly sessions: SessionsService,
    private readonly queue: AnalysisQueue,
  ) {}

  /**
   * Stores the figures of a session that holds trades, unless they are already stored. The caller must not have locked
   * the session.
   * @returns the revision of these figures; null if they cannot be computed, if the session keeps changing, or if it has
   *   been deleted
   */
  async prepare(session: SessionKey, signal: AbortSignal): Promise<number | null> {
    try {
      return await this.complete(session, signal);
    } catch (error) {
      this.logger.warn(`Figures of the session ${session.id} are not stored: ${sentenceOf(error)}`);
      return null;
    }
  }

  /**
   * Like `prepare`, but reports why the figures cannot be computed.
   * @throws Problem TOO_MANY_TRADES, BUSY; the reason of the signal
   */
  async complete(session: SessionKey, signal: AbortSignal): Promise<number | null> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const state = await this.store.findState(session);
      if (!state) return null;
      if (state.isStored || isKnownEmpty(state)) return state.revision;
      if (await this.compute(state, signal).catch(falseIfDeleted)) return state.revision;
    }
    return null;
  }

  /**
   * Stores newly computed figures. Returns false if the session has changed in the meantime.
   * @throws Problem SESSION_NOT_FOUND if the session has been deleted in the meantime; TOO_MANY_TRADES, BUSY; the reason
   *   of the signal
   */
  private async compute(state: FiguredSession, signal: AbortSignal): Promise<boolean> {
    const { workspaceId, id, initialBalance, accountTimezone: timezone } = state;
    const assets = await this.sessions.getAssets(workspaceId, id);
    const markets = assets.map(({ symbol, feed }) => ({ symbol, feed }));
    const settings = { initialBalance, timezone, markets };
    const { json } = await this.queue.run(
      { kind: 'trades', task: runTask.name, session: toTradesAt(state), settings },
      { signal, isPatient: true },
    );
    const figures = JSON.parse(Buffer.from(json).toString()) as RunFiguresOf;
    return this.sessions.withLock(workspaceId, id, (transaction) =>
      this.store.store(transaction, state, figures),
    );
  }
}

/** A deletion stores the figures of the session itself, so a session that was deleted in the meantime is not an error. */
function falseIfDeleted(error: unknown): false {
  if (isSessionNotFound(error)) return false;
  throw error;
}
