import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../../../platform/audit/author.js';
import { mapperTo } from '../../../shared/fields/documented-fields.js';
import type { Creation } from '../../../platform/idempotency/idempotent.js';
import { StatsService } from '../../../stats/stats.service.js';
import { BulkWrites } from '../../../trades/bulk-writes.js';
import { type TradeFigures, figuresOf, joinFigures } from '../../../trades/trade-figures.js';
import { toFileSummary } from '../routes/file-imports.service.js';
import { ReceivedFilesService, type RunFileRequest } from '../routes/received-files.service.js';
import { TradeCheck } from '../routes/trade-check.js';
import { requestHash } from './file-digest.js';
import { type PlannedRun, type RunRequest, plannedRuns } from './planned-run.js';
import { PlannedAsset, PlannedSession, type PreviewedSession } from './run-import.dto.js';
import type { RunImportAnswer, RunPreviewAnswer } from './run-import.dto.js';
import { type KnownSession, RunSessionsService } from './run-sessions.service.js';
import { RunTransactionsService } from './run-transactions.service.js';

export interface RunImportRequest extends RunFileRequest, RunRequest {}

const toPlannedSession = mapperTo(PlannedSession);
const toPlannedAsset = mapperTo(PlannedAsset);

/** Creates sessions from the runs of a file. */
@Injectable()
export class RunImportsService {
  constructor(
    private readonly files: ReceivedFilesService,
    private readonly transactions: RunTransactionsService,
    private readonly sessions: RunSessionsService,
    private readonly stats: StatsService,
    private readonly check: TradeCheck,
    private readonly writes: BulkWrites,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Stores a session with its trades for each run of a file: either all sessions or none.
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND, QUOTA_SESSIONS, QUOTA_TRADES, IDEMPOTENCY_KEY_REUSED,
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
   * Returns the sessions that an import would create. Writes nothing.
   * @throws the same problems as an import, except the quotas of sessions and trades; also QUOTA_STATISTICS
   */
  preview(request: RunImportRequest, breakEvenThreshold: number): Promise<RunPreviewAnswer> {
    const { workspaceId, signal } = request;
    return this.files.withRuns(request, async (file, project) => {
      const runs = plannedRuns(file, project, request);
      const known = await this.sessions.findKnown(this.dataSource.manager, runs, { lock: false });
      const sessions: PreviewedSession[] = [];
      for (const run of runs) {
        const figures = await this.writes.enqueue(workspaceId, signal, () => figuresOfRun(run, signal));
        const { session } = run.planned;
        sessions.push({
          ...previewOf(run, known.get(run)),
          figures: await this.stats.figuresOfPlanned(session, figures, breakEvenThreshold, signal),
          check: await this.check.getVerdictOfPlanned(run.planned, run.stamps, signal),
        });
      }
      return { sessions };
    });
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

async function figuresOfRun(run: PlannedRun, signal: AbortSignal): Promise<TradeFigures> {
  const parts: TradeFigures[] = [];
  for await (const { trades } of run.parts()) {
    signal.throwIfAborted();
    parts.push(figuresOf(trades));
  }
  return joinFigures(parts);
}

function previewOf(
  { file, planned: { session, assets } }: PlannedRun,
  known: KnownSession | undefined,
): Omit<PreviewedSession, 'figures' | 'check'> {
  const sessionId = known?.holdsTrades ? known.sessionId : null;
  return {
    session: toPlannedSession({ ...session, assets: assets.map(toPlannedAsset) }),
    created: sessionId === null,
    sessionId,
    ...toFileSummary(file),
  };
}
