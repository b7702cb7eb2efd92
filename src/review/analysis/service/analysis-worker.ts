import { Inject, Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import { DATABASE_ADDRESS } from '../../../platform/database/database.module.js';
import type { DatabaseAddress } from '../../../platform/database/connection/pool-settings.js';
import { WorkerThread } from '../../../platform/worker/worker-thread.js';
import type { AnalysisThreadData } from './analysis-thread-data.js';
import type { AnalysisJob, AnalysisResult, Refusal } from './analysis-job.js';

/** Maximum size of a thread's heap. Columns of trades and bars are stored outside the heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256 };

/**
 * Memory for the trades that each thread caches, bytes. In the thread for large jobs, a session of a million trades
 * fits into this memory.
 */
const KEPT_BYTES = { small: 16 * 2 ** 20, large: 192 * 2 ** 20 };

export type Lane = keyof typeof KEPT_BYTES;

/**
 * Maximum duration of a job, ms. If a job takes longer, its thread is ended and replaced. docs/operations.md
 * documents this limit.
 */
const MAX_DURATION_MS = 30_000;

/**
 * Computes analyses in two threads. The threads also read the trades. Small jobs have a separate thread, so that they
 * never wait for large jobs.
 */
@Injectable()
export class AnalysisWorker implements OnApplicationShutdown {
  readonly threads: Readonly<Record<Lane, WorkerThread>>;

  constructor(@Inject(DATABASE_ADDRESS) address: DatabaseAddress) {
    const program = new URL('../worker/analysis.worker.js', import.meta.url);
    const logger = new Logger(AnalysisWorker.name);
    const threadThatKeeps = (keptBytes: number) =>
      new WorkerThread(program, address, logger, {
        resourceLimits: RESOURCE_LIMITS,
        data: { keptBytes } satisfies AnalysisThreadData,
      });
    this.threads = { small: threadThatKeeps(KEPT_BYTES.small), large: threadThatKeeps(KEPT_BYTES.large) };
  }

  /**
   * Does a job.
   * @param signal aborts the job
   * @throws JobTooLong
   */
  run<Job extends AnalysisJob>(
    lane: Lane,
    job: Job,
    signal: AbortSignal,
  ): Promise<AnalysisResult<Job> | Refusal> {
    return this.threads[lane].run(job, signal, { longestMs: MAX_DURATION_MS });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.threads).map((thread) => thread.close()));
  }
}
