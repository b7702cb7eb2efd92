import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CandleImportsService } from '../../candles/candle-imports.service.js';
import type { CandleDto } from '../../candles/candles.dto.js';
import { CandlesService } from '../../candles/candles.service.js';
import type { Caller } from '../../platform/audit/author.js';
import { requireValidCaller } from '../../platform/auth/require-valid.js';
import { DESK_PATH } from '../../platform/config/desk-path.js';
import { Environment } from '../../platform/config/environment.js';
import { analyseFilled } from '../../platform/database/analyse-filled.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { toProjectDto } from '../../projects/project.dto.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { SessionRecordsService } from '../../sessions/session-records.service.js';
import { busyProblem } from '../../shared/concurrency/fair-queue.js';
import { Problem } from '../../shared/problems/problem.js';
import { BulkWrites } from '../../trades/bulk-writes.js';
import { ShardMoved } from '../../trades/shard-moved.js';
import { SampleInsertsService } from './sample-inserts.service.js';
import { SAMPLE_SERIES, sampleCandles, sampleMinutes } from './sample-plan.js';
import { MOST_SAMPLE_SESSIONS, type SampleAnswer } from './samples.dto.js';
import { SamplesStore } from './samples.store.js';

const ATTEMPTS = 3;

/** Makes the sample of a workspace: a project with sessions on invented candles. */
@Injectable()
export class SamplesService {
  private readonly logger = new Logger(SamplesService.name);
  /** Revision of the candles of SAMPLE at which a comparison, which takes about a second, found all of them. */
  private wholeAt: string | null = null;

  constructor(
    private readonly store: SamplesStore,
    private readonly imports: CandleImportsService,
    private readonly candles: CandlesService,
    private readonly inserts: SampleInsertsService,
    private readonly projects: ProjectsService,
    private readonly records: SessionRecordsService,
    private readonly writes: BulkWrites,
    private readonly metrics: Metrics,
    private readonly environment: Environment,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Returns the sample of the caller's workspace. If there is none, makes it.
   * @throws Problem QUOTA_SESSIONS, QUOTA_TRADES, UNAUTHORIZED, FORBIDDEN, BUSY; the reason of the signal
   */
  async getOrMake(
    caller: Caller,
    signal: AbortSignal,
  ): Promise<{ readonly answer: SampleAnswer; readonly isNew: boolean }> {
    const { workspaceId } = caller;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const standing = await this.store.find(workspaceId);
      const made = standing === null ? await this.make(caller, signal) : null;
      const answer = await this.answerOf(workspaceId, standing ?? made!.projectId);
      if (answer) return { answer, isNew: made?.isNew ?? false };
    }
    throw busyProblem();
  }

  /**
   * Stores the candles first, and then everything else in one transaction. So a sample that stands is whole, and its
   * candles are stored.
   */
  private async make(caller: Caller, signal: AbortSignal) {
    const minutes = sampleMinutes();
    const revision = await this.candles.minutesRevision([SAMPLE_SERIES]);
    if (revision !== this.wholeAt) {
      const isStored = await this.imports.storeMade(caller, SAMPLE_SERIES, minutes, signal);
      if (!isStored) this.wholeAt = revision;
    }
    const candles = sampleCandles(minutes);
    return this.writes.enqueue(caller.workspaceId, signal, () => this.insertOnce(caller, candles));
  }

  private async insertOnce(caller: Caller, candles: readonly CandleDto[]) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const made = await this.dataSource.transaction((transaction) =>
          this.insertWithin(transaction, caller, candles),
        );
        this.metrics.ingestedTrades.inc(made.tradeCount);
        await analyseFilled(this.dataSource, ['trades'], made.tradeCount, (sentence) =>
          this.logger.warn(sentence),
        );
        return made;
      } catch (error) {
        if (!(error instanceof ShardMoved) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  private async insertWithin(transaction: EntityManager, caller: Caller, candles: readonly CandleDto[]) {
    await this.store.lock(transaction, caller.workspaceId);
    await requireValidCaller(transaction, caller);
    const standing = await this.store.find(caller.workspaceId, transaction);
    if (standing !== null) return { projectId: standing, isNew: false, tradeCount: 0 };
    return { ...(await this.inserts.insert(transaction, caller, candles)), isNew: true };
  }

  /** Returns null if the sample has been removed in the meantime. */
  private async answerOf(workspaceId: string, projectId: string): Promise<SampleAnswer | null> {
    try {
      const project = await this.projects.get(workspaceId, projectId);
      const page = { projectId, count: MOST_SAMPLE_SESSIONS };
      const { sessions } = await this.records.list(workspaceId, page);
      const desk = this.environment.DESK === 'off' ? null : `${DESK_PATH}/#/projects/${projectId}`;
      return { project: toProjectDto(project), sessions, desk };
    } catch (error) {
      if (error instanceof Problem && error.code === 'PROJECT_NOT_FOUND') return null;
      throw error;
    }
  }
}
