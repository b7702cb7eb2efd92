import { BeforeApplicationShutdown, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { sentenceOf } from '../shared/problems/sentence-of.js';
import type { SessionKey } from './session.entity.js';

const BATCH = 100;

/**
 * After a start, stores the data that sessions of an older version of the service lack. Handles one session at a time.
 * A failure ends the work until the next start.
 */
export abstract class FillerAfterStart implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private readonly stopping = new AbortController();
  private filling: Promise<void> = Promise.resolve();

  /**
   * @param subject what is filled, such as `Summaries of sessions`, the subject of the log's sentence "… are not
   * filled"
   */
  protected constructor(private readonly subject: string) {}

  /** Returns the first `most` incomplete sessions after the given session. */
  protected abstract incomplete(after: SessionKey | undefined, most: number): Promise<SessionKey[]>;

  protected abstract fillOne(session: SessionKey): Promise<void>;

  onApplicationBootstrap(): void {
    this.filling = this.fill().catch((error: unknown) => {
      if (!this.stopping.signal.aborted)
        this.logger.warn(`${this.subject} are not filled until the next start: ${sentenceOf(error)}`);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.filling;
  }

  private async fill(): Promise<void> {
    let last: SessionKey | undefined;
    while (!this.stopping.signal.aborted) {
      const batch = await this.incomplete(last, BATCH);
      for (const session of batch) await this.fillAndRest(session);
      if (batch.length < BATCH) return;
      last = batch.at(-1);
    }
  }

  /** Pauses for as long as the work took, so that requests have at least half of the database's time. */
  private async fillAndRest(session: SessionKey): Promise<void> {
    const { signal } = this.stopping;
    signal.throwIfAborted();
    const start = performance.now();
    await this.fillOne(session);
    await delay(performance.now() - start, undefined, { signal });
  }
}
