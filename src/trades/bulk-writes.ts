import { Injectable } from '@nestjs/common';
import { FairQueue } from '../concurrency/fair-queue.js';
import { Metrics } from '../metrics/metrics.js';

/**
 * More at a time would take the database's time from all other requests; a second one, so that nobody waits for the writes of
 * one workspace. A workspace that sends too many is refused alone.
 */
const LIMITS = { running: 2, runningPerGroup: 1, waiting: Infinity, waitingPerGroup: 4 };
const LONGEST_WAIT_MS = 30_000;

/** Queues writes of very many trades by workspace: files and copies of large sessions. Documented in docs/operations.md. */
@Injectable()
export class BulkWrites {
  readonly queue: FairQueue;

  constructor(metrics: Metrics) {
    this.queue = new FairQueue(LIMITS, metrics.queue('bulk writes'));
  }

  /**
   * Runs the write in its turn.
   * @param signal aborts when the client disconnects: a waiting write is then dropped, one that has begun continues
   * @throws Problem BUSY; the reason of the signal
   */
  inTurn<Result>(workspaceId: string, signal: AbortSignal, write: () => Promise<Result>): Promise<Result> {
    const waitUntil = performance.now() + LONGEST_WAIT_MS;
    return this.queue.run({ group: workspaceId, signal, waitUntil }, write);
  }
}
