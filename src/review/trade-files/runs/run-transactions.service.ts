import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../../../platform/audit/author.js';
import { requireValidCaller } from '../../../platform/auth/require-valid.js';
import { analyseFilled } from '../../../platform/database/analyse-filled.js';
import { IdempotencyService } from '../../../platform/idempotency/idempotency.service.js';
import type { Creation } from '../../../platform/idempotency/idempotent.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { ShardMoved } from '../../../trades/shard-moved.js';
import type { PlannedRun } from './planned-run.js';
import type { RunImportAnswer } from './run-import.dto.js';
import { RunInsertsService } from './run-inserts.service.js';
import { MadeMeanwhile, RunSessionsService } from './run-sessions.service.js';

const ATTEMPTS = 3;

/** Runs the transaction that stores the runs of a file, and repeats it if another transaction was in its way. */
@Injectable()
export class RunTransactionsService {
  private readonly logger = new Logger(RunTransactionsService.name);

  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly inserts: RunInsertsService,
    private readonly sessions: RunSessionsService,
    private readonly metrics: Metrics,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Stores all runs in one transaction, or none. See `RunInsertsService.insert`.
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
          const stored = await this.inserts.insert(transaction, caller, runs, isFinish);
          inserted = stored.inserted;
          return this.sessions.toAnswer(transaction, stored.sessions);
        });
        this.metrics.ingestedTrades.inc(inserted);
        await analyseFilled(this.dataSource, ['trades'], inserted, (sentence) => this.logger.warn(sentence));
        return answer;
      } catch (error) {
        const mayRepeat = error instanceof ShardMoved || error instanceof MadeMeanwhile;
        if (!mayRepeat || attempt === ATTEMPTS) throw error;
      }
    }
  }
}
