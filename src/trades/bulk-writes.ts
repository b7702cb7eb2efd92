import { Injectable } from '@nestjs/common';
import { FairQueue } from '../shared/concurrency/fair-queue.js';
import { Metrics } from '../platform/metrics/metrics.js';

/**
 * Two writes run at a time, because more writes would take the database's time from all other requests. The second slot
 * keeps a workspace from blocking the other workspaces. The number of waiting writes is limited per workspace only.
 */
const QUEUE_LIMITS = { running: 2, runningPerGroup: 1, waiting: Infinity, waitingPerGroup: 4 };
const MAX_WAIT_MS = 30_000;

/** Queues bulk writes by workspace: imports of files and copies of large sessions. Documented in docs/operations.md. */
@Injectable()
export class BulkWrites {
  readonly queue: FairQueue;

  constructor(metrics: Metrics) {
    this.queue = new FairQueue(QUEUE_LIMITS, metrics.queue('bulk writes'));
  }

  /**
   * Runs the write when a slot is free.
   * @param signal aborts if the client disconnects. A waiting write is then dropped, but a write that has begun
   * continues
   * @throws Problem BUSY; the reason of the signal
   */
  enqueue<Result>(workspaceId: string, signal: AbortSignal, write: () => Promise<Result>): Promise<Result> {
    const waitUntil = performance.now() + MAX_WAIT_MS;
    return this.queue.run({ group: workspaceId, signal, waitUntil }, write);
  }
}
