import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../platform/audit/author.js';
import { recordChange } from '../../../platform/audit/record-change.js';
import { SessionCreationsService } from '../../../sessions/session-creations.service.js';
import { SessionsService } from '../../../sessions/sessions.service.js';
import { StorageQuotas } from '../../../sessions/storage-quotas.js';
import { TradeInsertsService } from '../../../trades/trade-inserts.service.js';
import type { PlannedRun } from './planned-run.js';
import { RunSessionsService, type SessionOfRun } from './run-sessions.service.js';

/** Inserts the sessions of runs and their trades, within a transaction. */
@Injectable()
export class RunInsertsService {
  constructor(
    private readonly runSessions: RunSessionsService,
    private readonly creations: SessionCreationsService,
    private readonly quotas: StorageQuotas,
    private readonly inserts: TradeInsertsService,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Stores the runs that are not stored yet. A run is stored if an earlier import created its session and the session
   * has trades.
   * @returns the sessions of all runs, and the number of inserted trades
   * @throws MadeMeanwhile, ShardMoved; Problem PROJECT_NOT_FOUND, QUOTA_SESSIONS, QUOTA_TRADES, BUSY
   */
  async insert(
    transaction: EntityManager,
    caller: Caller,
    runs: readonly PlannedRun[],
    isFinish: boolean,
  ): Promise<{ readonly sessions: readonly SessionOfRun[]; readonly inserted: number }> {
    const sessions = await this.create(transaction, caller, runs);
    const made = sessions.filter(({ created }) => created);
    let inserted = 0;
    for (const { run } of made) inserted += await this.fill(transaction, caller, run, isFinish);
    if (made.length > 0) await this.quotas.requireSessions(transaction, caller.workspaceId);
    return { sessions, inserted };
  }

  /**
   * Stores the sessions of new runs, still without trades.
   * @returns the sessions of all runs
   */
  private async create(
    transaction: EntityManager,
    caller: Caller,
    runs: readonly PlannedRun[],
  ): Promise<SessionOfRun[]> {
    const known = await this.runSessions.lockKnown(transaction, runs);
    const made = runs.filter((run) => !known.get(run)?.holdsTrades);
    const { workspaceId } = caller;
    if (made.length > 0) await this.quotas.requireRoomForSessions(transaction, workspaceId, made.length);
    for (const { planned } of made) {
      await this.creations.insertPlanned(transaction, planned);
      await recordChange(transaction, caller, { action: 'session.create', resourceId: planned.session.id });
    }
    await this.runSessions.claim(transaction, made, known);
    return runs.map((run) =>
      made.includes(run)
        ? { run, sessionId: run.planned.session.id, created: true }
        : { run, sessionId: known.get(run)!.sessionId, created: false },
    );
  }

  /** @returns the number of trades */
  private async fill(
    transaction: EntityManager,
    caller: Caller,
    run: PlannedRun,
    isFinish: boolean,
  ): Promise<number> {
    const session = { ...run.planned.session, hasShownTimes: false };
    const inserted = await this.inserts.insertInto(transaction, caller, session, run.parts());
    if (isFinish) await this.sessions.finishWithin(transaction, caller, session.id);
    return inserted;
  }
}
