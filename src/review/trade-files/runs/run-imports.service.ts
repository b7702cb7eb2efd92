import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/audit/author.js';
import type { Creation } from '../../../platform/idempotency/idempotent.js';
import { BulkWrites } from '../../../trades/bulk-writes.js';
import { requireClearMoney } from '../routes/money-answers.js';
import { ReceivedFilesService, type RunFileRequest } from '../routes/received-files.service.js';
import { TradeCheck } from '../routes/trade-check.js';
import { requestHash } from './file-digest.js';
import { type PlannedRun, type RunRequest, plannedRuns } from './planned-run.js';
import type { RunImportAnswer } from './run-import.dto.js';
import { RunSessionsService } from './run-sessions.service.js';
import { RunTransactionsService } from './run-transactions.service.js';

export interface RunImportRequest extends RunFileRequest, RunRequest {}

/** Creates sessions from the runs of a file. */
@Injectable()
export class RunImportsService {
  constructor(
    private readonly files: ReceivedFilesService,
    private readonly transactions: RunTransactionsService,
    private readonly sessions: RunSessionsService,
    private readonly check: TradeCheck,
    private readonly writes: BulkWrites,
  ) {}

  /**
   * Stores a session with its trades for each run of a file: either all sessions or none.
   * @throws Problem VALIDATION_FAILED, MONEY_UNCLEAR, PROJECT_NOT_FOUND, QUOTA_SESSIONS, QUOTA_TRADES, IDEMPOTENCY_KEY_REUSED,
   * PAYLOAD_TOO_LARGE, BUSY
   */
  import(
    caller: Caller,
    request: RunImportRequest,
    creation: Creation,
    isFinish: boolean,
  ): Promise<RunImportAnswer> {
    const { workspaceId, sent, signal } = request;
    return this.files.withRuns(request, async (file, project) => {
      const runs = plannedRuns(file, project, request);
      await this.requireClear(runs);
      const { keyed } = creation;
      const hashed = { ...creation, keyed: keyed && { ...keyed, bodyHash: requestHash(file.digest, sent) } };
      const answer = await this.writes.enqueue(workspaceId, signal, async () => {
        // The answer is stored under the key and contains the check, so the check comes first.
        if (keyed) for (const run of runs) await this.checkRun(run, signal, run.parts());
        return this.transactions.store(caller, hashed, runs, isFinish);
      });
      if (keyed) return answer;
      for (const run of runs) await this.checkRun(run, signal);
      return {
        sessions: answer.sessions.map((session, place) =>
          session.created ? { ...session, check: runs[place]!.check } : session,
        ),
      };
    });
  }

  /**
   * Refuses runs whose money is unclear, unless an earlier import has created their sessions.
   * @throws Problem MONEY_UNCLEAR, VALIDATION_FAILED
   */
  private async requireClear(runs: readonly PlannedRun[]): Promise<void> {
    if (runs.every(({ file }) => file.unclear === null)) return;
    const known = await this.sessions.findKnown(runs);
    for (const run of runs) if (!known.get(run)?.holdsTrades) requireClearMoney(run.file);
  }

  /** @param parts the trades of the run, which are read first if they have not been read yet */
  private async checkRun(
    run: PlannedRun,
    signal: AbortSignal,
    parts?: AsyncIterable<unknown>,
  ): Promise<void> {
    if (parts) for await (const _ of parts) signal.throwIfAborted();
    run.check = await this.check.getVerdictOfPlanned(run.planned, run.stamps, signal);
  }
}
