import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../platform/audit/author.js';
import { recordChange } from '../../../platform/audit/record-change.js';
import { requireValidCaller } from '../../../platform/auth/require-valid.js';
import { IdempotencyService } from '../../../platform/idempotency/idempotency.service.js';
import type { Creation } from '../../../platform/idempotency/idempotent.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { SessionCreationsService } from '../../../sessions/session-creations.service.js';
import { SessionsService } from '../../../sessions/sessions.service.js';
import { StorageQuotas } from '../../../sessions/storage-quotas.js';
import { ShardMoved } from '../../../trades/shard-moved.js';
import { TradeInsertsService } from '../../../trades/trade-inserts.service.js';
import type { PlannedRun } from './planned-run.js';
import type { RunImportAnswer } from './run-import.dto.js';
import { RunSessionsService, type SessionOfRun } from './run-sessions.service.js';
import { SessionImportsStore } from './session-imports.store.js';

const ATTEMPTS = 3;

/** Thrown if another transaction has created the session of a run after this transaction looked for the session. */
class MadeMeanwhile extends Error {}

/** Stores the runs of a file as sessions with trades. */
@Injectable()
export class RunTransactionsService {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly imports: SessionImportsStore,
    private readonly creations: SessionCreationsService,
    private readonly sessions: SessionsService,
    private readonly inserts: TradeInsertsService,
    private readonly quotas: StorageQuotas,
    private readonly answers: RunSessionsService,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Stores all runs in one transaction, or none. A run is not stored if an earlier import created its session and the
   * session has trades.
   * @throws Problem PROJECT_NOT_FOUND, QUOTA_SESSIONS, QUOTA_TRADES, IDEMPOTENCY_KEY_REUSED, UNAUTHORIZED, FORBIDDEN,
   * BUSY
   */
  async store(
    caller: Caller,
    creation: Creation,
    runs: readonly PlannedRun[],
    isFinish: boolean,
  ): Promise<RunImportAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      let inserted = 0;
      try {
        const answer = await this.idempotency.once(caller.workspaceId, creation, async (transaction) => {
          await requireValidCaller(transaction, caller);
          const sessions = await this.create(transaction, caller, runs);
          const made = sessions.filter(({ created }) => created);
          for (const { run } of made) inserted += await this.fill(transaction, caller, run, isFinish);
          if (made.length > 0) await this.quotas.requireSessions(transaction, caller.workspaceId);
          return this.answers.toAnswer(transaction, sessions);
        });
        this.metrics.ingestedTrades.inc(inserted);
        return answer;
      } catch (error) {
        const mayRepeat = error instanceof ShardMoved || error instanceof MadeMeanwhile;
        if (!mayRepeat || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /**
   * Stores the sessions of new runs, still without trades. After this call, any other transaction that stores one of
   * these runs waits until this transaction ends.
   * @returns the sessions of all runs
   */
  private async create(
    transaction: EntityManager,
    caller: Caller,
    runs: readonly PlannedRun[],
  ): Promise<SessionOfRun[]> {
    const known = await this.answers.findKnown(transaction, runs, { lock: true });
    const made = runs.filter((run) => !known.get(run)?.holdsTrades);
    const { workspaceId } = caller;
    if (made.length > 0) await this.quotas.requireRoomForSessions(transaction, workspaceId, made.length);
    for (const { planned } of made) {
      await this.creations.insertPlanned(transaction, planned);
      await recordChange(transaction, caller, { action: 'session.create', resourceId: planned.session.id });
    }
    // All transactions claim rows in the same order, so that two transactions cannot wait for each other.
    for (const run of made.toSorted((one, other) => Buffer.compare(one.digest, other.digest))) {
      const { id: sessionId, projectId } = run.planned.session;
      const row = { workspaceId, projectId, digest: run.digest, sessionId };
      if (known.has(run)) await this.imports.replace(transaction, row);
      else if (!(await this.imports.claim(transaction, row))) throw new MadeMeanwhile();
    }
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
    const { session } = run.planned;
    const inserted = await this.inserts.insertInto(transaction, caller, session, run.parts());
    if (isFinish) await this.sessions.finishWithin(transaction, caller, session.id);
    return inserted;
  }
}
