import { BeforeApplicationShutdown, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { sentenceOf } from '../problems/sentence-of.js';
import type { SessionKey } from '../sessions/session.entity.js';
import { SessionRuns } from '../sessions/session-runs.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SummariesService } from '../sessions/summaries.service.js';
import { isSummaryOf } from '../sessions/summary.js';
import { StudiesStore } from './studies.store.js';
import { TrialsClock } from './trials-clock.js';

const BATCH = 100;

/**
 * Adds the rows of sessions that hold trades and have no run, after a start: an older version of the service has stored
 * their trades. Until then, such sessions are read as if they had a row.
 */
@Injectable()
export class RunsFiller implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(RunsFiller.name);
  private readonly stopping = new AbortController();
  private filling: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: StudiesStore,
    private readonly sessions: SessionsService,
    private readonly summaries: SummariesService,
    private readonly runs: SessionRuns,
    private readonly clock: TrialsClock,
  ) {}

  onApplicationBootstrap(): void {
    this.filling = this.fill().catch((error: unknown) => {
      if (!this.stopping.signal.aborted)
        this.logger.warn(`The ledger of tries is not filled until the next start: ${sentenceOf(error)}`);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.filling;
  }

  private async fill(): Promise<void> {
    let last: SessionKey | undefined;
    while (!this.stopping.signal.aborted) {
      const batch = await this.store.withoutRun(last, BATCH);
      for (const session of batch) await this.fillOne(session);
      if (batch.length < BATCH) return;
      last = batch.at(-1);
    }
  }

  /** Pauses for as long as the work took, so that requests have at least half of the database's time. */
  private async fillOne({ workspaceId, id }: SessionKey): Promise<void> {
    const { signal } = this.stopping;
    signal.throwIfAborted();
    const start = this.clock.now();
    await this.summaries.complete(workspaceId, id);
    // The session may be deleted, and then needs no row.
    if (await this.store.exists({ workspaceId, id }))
      await this.sessions.withLock(workspaceId, id, async (transaction, session) => {
        if (isSummaryOf(session) && session.tradeCount > 0) await this.runs.register(transaction, session);
      });
    const worked = this.clock.now() - start;
    if (worked > 0) await this.clock.passes(worked, signal);
  }
}
