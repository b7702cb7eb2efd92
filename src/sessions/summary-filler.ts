import { BeforeApplicationShutdown, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { sentenceOf } from '../problems/sentence-of.js';
import type { SessionKey } from './session.entity.js';
import { SummariesService } from './summaries.service.js';
import { SummariesStore } from './summaries.store.js';

const BATCH = 100;

/**
 * Computes missing and outdated summaries after a start: sessions that an older version of the service wrote may have
 * no summary or an old one. Until the filler reaches a session, each read computes its summary, and the next write
 * stores it.
 */
@Injectable()
export class SummaryFiller implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(SummaryFiller.name);
  private readonly stopping = new AbortController();
  private filling: Promise<void> = Promise.resolve();

  constructor(
    private readonly summaries: SummariesService,
    private readonly store: SummariesStore,
  ) {}

  onApplicationBootstrap(): void {
    this.filling = this.fill().catch((error: unknown) => {
      if (!this.stopping.signal.aborted)
        this.logger.warn(`summaries are not filled until the next start: ${sentenceOf(error)}`);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.filling;
  }

  private async fill(): Promise<void> {
    let last: SessionKey | undefined;
    while (!this.stopping.signal.aborted) {
      const batch = await this.store.outdated(last, BATCH);
      for (const session of batch) await this.fillOne(session);
      if (batch.length < BATCH) return;
      last = batch.at(-1);
    }
  }

  /** Pauses for as long as the work took, so that requests have at least half of the database's time. */
  private async fillOne(session: SessionKey): Promise<void> {
    const { signal } = this.stopping;
    signal.throwIfAborted();
    const start = performance.now();
    await this.summaries.complete(session.workspaceId, session.id);
    await delay(performance.now() - start, undefined, { signal });
  }
}
