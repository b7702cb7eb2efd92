import { Injectable } from '@nestjs/common';
import { FairQueue } from '../../shared/concurrency/fair-queue.js';
import { Metrics } from '../../platform/metrics/metrics.js';

/**
 * Maximum wait of a request, ms. After this time the request gets a 503. The time is documented in docs/operations.md.
 */
const MAX_WAIT_MS = 10_000;
/**
 * Maximum wait of a request while no report of its workspace is running, ms. Such a request is the next to run when the
 * running report ends.
 */
const MAX_TURN_MS = 60_000;
const QUEUE_LIMITS = { running: 1, waiting: 50, waitingPerGroup: 10 };

/** Makes one report at a time, because a report takes much memory. Serves workspaces in turn. */
@Injectable()
export class ReportQueue {
  private readonly queue: FairQueue;

  constructor(metrics: Metrics) {
    this.queue = new FairQueue(QUEUE_LIMITS, metrics.queue('reports'));
    metrics.gauge('backtest_reports_waiting', 'Reports that wait to be made', () => this.queue.size);
  }

  /** @throws Problem BUSY; the reason of the signal */
  run<Result>(workspaceId: string, signal: AbortSignal, make: () => Promise<Result>): Promise<Result> {
    const now = performance.now();
    const [waitUntil, turnUntil] = [now + MAX_WAIT_MS, now + MAX_TURN_MS];
    return this.queue.run({ group: workspaceId, signal, waitUntil, turnUntil }, make);
  }
}
