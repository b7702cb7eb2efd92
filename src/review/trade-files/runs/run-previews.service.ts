import { Injectable } from '@nestjs/common';
import { mapperTo } from '../../../shared/fields/documented-fields.js';
import { newId } from '../../../shared/fields/ids.js';
import type { Project } from '../../../projects/project.entity.js';
import { StatsService } from '../../../stats/stats.service.js';
import { BulkWrites } from '../../../trades/bulk-writes.js';
import { type TradeFigures, figuresOf, joinFigures } from '../../../trades/trade-figures.js';
import { toFileSummary } from '../routes/file-imports.service.js';
import { choicesOf, requireExplainedMoney } from '../routes/money-answers.js';
import { ReceivedFilesService, type RunsOfFileRequest } from '../routes/received-files.service.js';
import { TradeCheck } from '../routes/trade-check.js';
import { type PlannedRun, type RunRequest, plannedRuns } from './planned-run.js';
import {
  type FilePreviewAnswer,
  PlannedAsset,
  PlannedSession,
  type PreviewedSession,
  type RunPreviewAnswer,
} from './run-preview.dto.js';
import type { RunImportRequest } from './run-imports.service.js';
import { UNKNOWN_SYMBOL } from './suggested-calendar.js';
import { type KnownSession, RunSessionsService } from './run-sessions.service.js';

const toPlannedSession = mapperTo(PlannedSession);
const toPlannedAsset = mapperTo(PlannedAsset);

/** A file that is previewed without a project. */
export interface LoneFileRequest extends RunsOfFileRequest, RunRequest {}

/** The market of previews without a project, in place of what the file and the request do not say. */
const UNKNOWN_MARKET = { symbol: UNKNOWN_SYMBOL, timeframe: '1h' } as const;

/** Returns a project that is not stored. */
function noProject(workspaceId: string): Project {
  const now = Date.now();
  return {
    workspaceId,
    id: newId(),
    name: '',
    ...UNKNOWN_MARKET,
    createdAt: now,
    updatedAt: now,
    trialsSince: null,
  };
}

/** Shows the sessions that the runs of a file would become. */
@Injectable()
export class RunPreviewsService {
  constructor(
    private readonly files: ReceivedFilesService,
    private readonly sessions: RunSessionsService,
    private readonly stats: StatsService,
    private readonly check: TradeCheck,
    private readonly writes: BulkWrites,
  ) {}

  /**
   * Returns the sessions that an import would create. Writes nothing.
   * @throws the same problems as an import, except the quotas of sessions and trades; also QUOTA_STATISTICS
   */
  preview(request: RunImportRequest, breakEvenThreshold: number): Promise<RunPreviewAnswer> {
    return this.files.withRuns(request, async (file, project) => {
      const runs = plannedRuns(file, project, request);
      const known = await this.sessions.findKnown(runs);
      return { sessions: await this.previewed(runs, known, request, breakEvenThreshold) };
    });
  }

  /**
   * Like `preview`, but without a project. Returns the names of what a project would give.
   * @throws the same problems as a preview, except PROJECT_NOT_FOUND
   */
  previewAlone(request: LoneFileRequest, breakEvenThreshold: number): Promise<FilePreviewAnswer> {
    const project = noProject(request.workspaceId);
    const { options } = request;
    const withSymbol = { ...request, options: { ...options, symbol: options.symbol ?? project.symbol } };
    return this.files.withRunsAlone(withSymbol, async (file) => {
      const runs = plannedRuns(file, project, request);
      const sessions = await this.previewed(runs, new Map(), request, breakEvenThreshold);
      return { sessions, missing: [...new Set(runs.flatMap(({ ofProject }) => ofProject))] };
    });
  }

  private async previewed(
    runs: readonly PlannedRun[],
    known: ReadonlyMap<PlannedRun, KnownSession>,
    { workspaceId, signal }: Pick<LoneFileRequest, 'workspaceId' | 'signal'>,
    breakEvenThreshold: number,
  ): Promise<PreviewedSession[]> {
    const sessions: PreviewedSession[] = [];
    for (const run of runs) {
      const figures = await this.writes.enqueue(workspaceId, signal, () => figuresOfRun(run, signal));
      const { session } = run.planned;
      if (!known.get(run)?.holdsTrades) requireExplainedMoney(run.file);
      sessions.push({
        ...previewOf(run, known.get(run)),
        money: await run.getMoney(),
        choices: choicesOf(run.file),
        figures: await this.stats.figuresOfPlanned(session, figures, breakEvenThreshold, signal),
        check: await this.check.getVerdictOfPlanned(run.planned, run.stamps, signal),
      });
    }
    return sessions;
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
  { file, planned: { session, assets }, notices, suggested }: PlannedRun,
  known: KnownSession | undefined,
): Omit<PreviewedSession, 'figures' | 'check' | 'money' | 'choices'> {
  const sessionId = known?.holdsTrades ? known.sessionId : null;
  return {
    session: toPlannedSession({ ...session, assets: assets.map(toPlannedAsset) }),
    created: sessionId === null,
    sessionId,
    suggested: sessionId === null ? suggested : null,
    ...toFileSummary(file),
    notices: [...notices, ...file.notices],
  };
}
