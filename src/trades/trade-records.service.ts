import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import type { Caller } from '../platform/audit/author.js';
import { recordChange } from '../platform/audit/record-change.js';
import { Problem, foundOr, validationProblem } from '../shared/problems/problem.js';
import { sessionFinished } from '../shared/problems/session-finished.js';
import { Environment } from '../platform/config/environment.js';
import { type LockedSession, type SessionState, SessionsService } from '../sessions/sessions.service.js';
import { SessionRuns } from '../sessions/session-runs.js';
import { SummariesService } from '../sessions/summaries.service.js';
import { isSummaryOf, summaryChange } from '../sessions/summary.js';
import { RunEnds } from './run-ends.js';
import { minimumProblems } from './batch-problems.js';
import type { EditTradeDto } from './edit-trade.dto.js';
import { editedTrade } from './edited-trade.js';
import { Trade } from './trade.entity.js';
import { type TradesPage, pageOf, pageSpan, tradeCursors } from './trades-page.js';
import { TradesPageStore } from './trades-page.store.js';
import type { TradesQuery } from './trades-query.dto.js';
import { TradesStore } from './trades.store.js';

/** Reads, edits and removes stored trades. */
@Injectable()
export class TradeRecordsService {
  constructor(
    private readonly store: TradesStore,
    private readonly pages: TradesPageStore,
    private readonly sessions: SessionsService,
    private readonly summaries: SummariesService,
    private readonly environment: Environment,
    private readonly ends: RunEnds,
    private readonly runs: SessionRuns,
  ) {}

  /** @throws Problem SESSION_NOT_FOUND; VALIDATION_FAILED for a cursor of another list */
  async list(workspaceId: string, sessionId: string, query: TradesQuery): Promise<TradesPage> {
    const session = await this.sessions.getState(workspaceId, sessionId);
    const cursors = tradeCursors(session.id, query);
    const examined = await this.pages.find(session, pageSpan(query, cursors), query, query.count + 1);
    return pageOf(examined, query.count, cursors);
  }

  /** @throws Problem SESSION_NOT_FOUND, TRADE_NOT_FOUND */
  async get(workspaceId: string, sessionId: string, id: string): Promise<Trade> {
    const session = await this.sessions.getState(workspaceId, sessionId);
    return foundOr(await this.store.findById(session, id), tradeNotFound);
  }

  /**
   * Changes a trade. In a finished session, only the note and the tags can be changed.
   * @throws Problem VALIDATION_FAILED, SESSION_NOT_FOUND, TRADE_NOT_FOUND, SESSION_FINISHED
   */
  async edit(caller: Caller, sessionId: string, id: string, edit: EditTradeDto): Promise<Trade> {
    const { workspaceId } = caller;
    await this.checkMinimum(workspaceId, sessionId, id, edit);
    const assets = await this.sessions.getAssets(workspaceId, sessionId);
    return this.withTrade(workspaceId, sessionId, id, async (transaction, session, stored) => {
      const asset = assets.find(({ symbol, feed }) => symbol === stored.symbol && feed === stored.feed)!;
      const { trade, changesFigures, changesLabels } = editedTrade(stored, edit, asset, Date.now());
      if (changesFigures) requireActive(session, 'only note and tags of its trades can change');
      if (trade === stored) return stored;
      const { workspaceId: _, sessionId: __, clientId: ___, ...columns } = trade;
      await transaction.update(Trade, tradeKey(stored), columns);
      if (changesFigures)
        await this.summaries.applyChange(
          transaction,
          session,
          summaryChange({ removed: [stored], added: [trade] }),
        );
      if (changesLabels) await this.sessions.applyLabelChange(transaction, session);
      await recordChange(transaction, caller, {
        action: 'trade.edit',
        resourceId: session.id,
        tradeId: trade.id,
      });
      return trade;
    });
  }

  /**
   * Checks the sent values against TRADE_MINIMUM. A value equal to the stored value passes even if it is below the
   * minimum, because an import accepts smaller values.
   */
  private async checkMinimum(workspaceId: string, sessionId: string, id: string, edit: EditTradeDto) {
    const problems = minimumProblems(edit, this.environment.TRADE_MINIMUM);
    if (problems.length === 0) return;
    const stored = await this.store.findById({ workspaceId, id: sessionId }, id);
    const changed = problems.filter(({ field }) => edit[field] !== stored?.[field]);
    if (changed.length > 0) throw validationProblem(changed);
  }

  /** @throws Problem SESSION_NOT_FOUND, TRADE_NOT_FOUND, SESSION_FINISHED */
  async remove(caller: Caller, sessionId: string, id: string): Promise<void> {
    await this.ends.withLock(caller.workspaceId, sessionId, mayHoldOne, async (transaction, session) => {
      const stored = foundOr(await this.store.findById(session, id, transaction), tradeNotFound);
      requireActive(session, 'its trades stay');
      await transaction.delete(Trade, tradeKey(stored));
      await this.summaries.applyChange(transaction, session, summaryChange({ removed: [stored] }));
      await this.runs.endIfEmpty(transaction, session);
      await recordChange(transaction, caller, {
        action: 'trade.delete',
        resourceId: session.id,
        tradeId: stored.id,
      });
    });
  }

  /** Runs work on a trade in a transaction that locks its session. */
  private withTrade<Result>(
    workspaceId: string,
    sessionId: string,
    id: string,
    work: (transaction: EntityManager, session: LockedSession, stored: Trade) => Promise<Result>,
  ): Promise<Result> {
    return this.sessions.withLock(workspaceId, sessionId, async (transaction, session) => {
      const stored = foundOr(await this.store.findById(session, id, transaction), tradeNotFound);
      return work(transaction, session, stored);
    });
  }
}

const tradeKey = ({ workspaceId, sessionId, clientId }: Trade) => ({ workspaceId, sessionId, clientId });

/** Returns whether the session may hold a single trade, whose removal ends the run. */
const mayHoldOne = (session: LockedSession | SessionState): boolean =>
  session.status === 'active' && (!isSummaryOf(session) || session.tradeCount === 1);

const tradeNotFound = () => new Problem('TRADE_NOT_FOUND', 'There is no trade with this id in the session.');

function requireActive({ status }: LockedSession, consequence: string): void {
  if (status === 'finished') throw sessionFinished(`The session is finished, so ${consequence}.`);
}
