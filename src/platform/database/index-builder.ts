import { BeforeApplicationShutdown, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import { createDataSource } from './data-source.js';
import { ensureIndexes, indexState } from './ensure-indexes.js';
import { isNotAllowed } from './is-not-allowed.js';
import type { DatabaseAddress } from './connection/pool-settings.js';

/** The first and the longest pause after a failure, ms. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 10 * 60_000;

/**
 * Builds missing indexes of a server in the background. Without these indexes the service works, but more slowly. The
 * embedded database cannot run other statements during a build, so a service on the embedded database starts to listen
 * after the build.
 */
@Injectable()
export class IndexBuilder implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(IndexBuilder.name);
  private readonly stopping = new AbortController();
  private building: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly address: DatabaseAddress,
    private readonly lists = {},
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const isEmbedded = !('url' in this.address);
    this.building = isEmbedded ? this.tryBuild().then(() => undefined) : this.buildUntilDone();
    if (isEmbedded) await this.building;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.building;
  }

  private async buildUntilDone(): Promise<void> {
    const { signal } = this.stopping;
    for (
      let pauseMs = FIRST_PAUSE_MS;
      !(await this.tryBuild());
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)
    )
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }

  /** Returns true if no work is left, or if this instance is not allowed to do the work. */
  private async tryBuild(): Promise<boolean> {
    try {
      const { missing, obsolete } = await indexState(this.dataSource, this.lists);
      if (missing.length > 0 || obsolete.length > 0) await this.build();
      return true;
    } catch (error) {
      if (this.stopping.signal.aborted) return true;
      this.logger.warn(
        isNotAllowed(error)
          ? `Indexes are missing or obsolete, and this role may not change them (${error.message}): requests may be slow. ` +
              'Run "npm run database -- migrate" as the owner of the tables.'
          : `Indexes are not up to date, so requests may be slow; it is tried again: ${sentenceOf(error)}`,
      );
      return isNotAllowed(error);
    }
  }

  /** Builds on separate connections without a time limit for statements. */
  private async build(): Promise<void> {
    const dataSource = await createDataSource(this.address, { poolSize: 2 }).initialize();
    try {
      const notify = (sentence: string) => this.logger.warn(sentence);
      await ensureIndexes(dataSource, this.lists, { notify, signal: this.stopping.signal });
    } finally {
      await dataSource.destroy();
    }
  }
}
