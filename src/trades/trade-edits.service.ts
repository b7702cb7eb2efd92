import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import type { Caller } from '../platform/audit/author.js';
import { recordChange } from '../platform/audit/record-change.js';
import { foundOr, validationProblem } from '../shared/problems/problem.js';
import { sessionFinished } from '../shared/problems/session-finished.js';
import { Environment } from '../platform/config/environment.js';
import { type LockedSession, SessionsService } from '../sessions/sessions.service.js';
import { SummariesService } from '../sessions/summaries.service.js';
import { summaryChange } from '../sessions/summary.js';
import { minimumProblems } from './batch-problems.js';
import type { EditTradeDto } from './edit-trade.dto.js';
import { editedTrade } from './edited-trade.js';
import { FirstAnswersService } from './first-answers.service.js';
import { tradeNotFound } from './trade-records.service.js';
import { Trade } from './trade.entity.js';
import { TradesStore } from './trades.store.js';

/** Edits stored trades. */
@Injectable()
export class TradeEditsService {
  constructor(
    private readonly store: TradesStore,
    private readonly sessions: SessionsService,
    private readonly summaries: SummariesService,
    private readonly answers: FirstAnswersService,
    private readonly environment: Environment,
  ) {}

  /**
   * Changes a trade. In a finished session, only the note and the tags can be changed, and a positionId can be set where
   * there is none.
   * @throws Problem VALIDATION_FAILED, SESSION_NOT_FOUND, TRADE_NOT_FOUND, SESSION_FINISHED
   */
  async edit(caller: Caller, sessionId: string, id: string, edit: EditTradeDto): Promise<Trade> {
    const { workspaceId } = caller;
    await this.checkMinimum(workspaceId, sessionId, id, edit);
    const assets = await this.sessions.getAssets(workspaceId, sessionId);
    return this.withTrade(workspaceId, sessionId, id, async (transaction, session, stored) => {
      const asset = assets.find(({ symbol, feed }) => symbol === stored.symbol && feed === stored.feed)!;
      const { trade, changesFigures, changesLabels, changesPosition } = editedTrade(
        stored,
        edit,
        asset,
        Date.now(),
      );
      if ((changesFigures || changesPosition) && session.status === 'finished')
        throw sessionFinished(
          'The session is finished, so only note and tags of its trades can change, and positionId can be set only where there is none.',
        );
      if (trade === stored) return stored;
      const answers = await this.answers.edit(transaction, session, stored, trade);
      const { workspaceId: _, sessionId: __, clientId, ...columns } = trade;
      await transaction.update(Trade, { workspaceId, sessionId: session.id, clientId }, columns);
      if (changesFigures)
        await this.summaries.applyChange(
          transaction,
          session,
          summaryChange({ removed: [stored], added: [trade] }),
          answers,
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
