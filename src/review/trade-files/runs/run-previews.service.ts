import { Injectable } from '@nestjs/common';
import { mapperTo } from '../../../shared/fields/documented-fields.js';
import { StatsService } from '../../../stats/stats.service.js';
import { BulkWrites } from '../../../trades/bulk-writes.js';
import { type TradeFigures, figuresOf, joinFigures } from '../../../trades/trade-figures.js';
import { toFileSummary } from '../routes/file-imports.service.js';
import { ReceivedFilesService } from '../routes/received-files.service.js';
import { TradeCheck } from '../routes/trade-check.js';
import { type PlannedRun, plannedRuns } from './planned-run.js';
import {
  PlannedAsset,
  PlannedSession,
  type PreviewedSession,
  type RunPreviewAnswer,
} from './run-import.dto.js';
import type { RunImportRequest } from './run-imports.service.js';
import { type KnownSession, RunSessionsService } from './run-sessions.service.js';

const toPlannedSession = mapperTo(PlannedSession);
const toPlannedAsset = mapperTo(PlannedAsset);

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
    const { workspaceId, signal } = request;
    return this.files.withRuns(request, async (file, project) => {
      const runs = plannedRuns(file, project, request);
      const known = await this.sessions.findKnown(runs);
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
  { file, planned: { session, assets }, notices }: PlannedRun,
  known: KnownSession | undefined,
): Omit<PreviewedSession, 'figures' | 'check'> {
  const sessionId = known?.holdsTrades ? known.sessionId : null;
  return {
    session: toPlannedSession({ ...session, assets: assets.map(toPlannedAsset) }),
    created: sessionId === null,
    sessionId,
    notices: [...notices],
    ...toFileSummary(file),
  };
}
